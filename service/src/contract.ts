import { contract } from '@postern/contract'
import { healthRoutes } from './operations/health.ts'
import { createPostModels, type PostModelOptions } from './posts/models.ts'
import { type IfMatch, type PostBinding, postCreationRoutes, postRoutes } from './posts/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { userRoutes } from './users/routes.ts'

/** The settings that the contract of an installation depends on. */
export interface ContractOptions<Binding extends PostBinding = PostBinding> extends PostModelOptions {
  readonly binding: Binding
  readonly ifMatch: IfMatch
}

/** Creates the contract of the service for its settings (spec §4.1): its operations, without any implementation. */
export function createContract<Binding extends PostBinding>(
  options: ContractOptions<Binding>,
  models = createPostModels(options),
) {
  return contract({
    title: 'Posts and Users',
    version: '1.0.0',
    description: 'Posts and users, validated on the way in and filtered on the way out.',
    routes: {
      createPost: postCreationRoutes(models)[options.binding],
      ...postRoutes(models, options.ifMatch),
      ...userRoutes,
      ...sessionRoutes,
      ...healthRoutes,
    },
  })
}
