import type { Scenario } from './scenario.ts'
import { authentication } from './scenarios/authentication.ts'
import { badInput } from './scenarios/bad-input.ts'
import { bodyBinding } from './scenarios/body-binding.ts'
import { caches } from './scenarios/caches.ts'
import { conditions } from './scenarios/conditions.ts'
import { crossOrigin } from './scenarios/cross-origin.ts'
import { idempotency } from './scenarios/idempotency.ts'
import { operations } from './scenarios/operations.ts'
import { requestModels } from './scenarios/request-models.ts'
import { responses } from './scenarios/responses.ts'
import { rules } from './scenarios/rules.ts'
import { users } from './scenarios/users.ts'

/** Every scenario of the specification, in the order of its sections. */
export const allScenarios: readonly Scenario[] = [
  ...rules,
  ...requestModels,
  ...responses,
  ...users,
  ...operations,
  ...conditions,
  ...caches,
  ...idempotency,
  ...bodyBinding,
  ...crossOrigin,
  ...authentication,
  ...badInput,
]
