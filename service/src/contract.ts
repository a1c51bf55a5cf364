import { contract } from '@postern/contract'
import { healthRoutes } from './operations/health.ts'
import { createPostModels, type PostModelOptions } from './posts/models.ts'
import { type IfMatch, type PostBinding, postCreationRoutes, postRoutes } from './posts/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { userRoutes } from './users/routes.ts'

/** What of an installation's settings its contract depends on. */
export interface ContractOptions<Binding extends PostBinding = PostBinding> extends PostModelOptions {
  readonly binding: Binding
  readonly ifMatch: IfMatch
}

/** The contract of the service as its settings make it (spec §4.1): its operations, and nothing of what they do. */
export function createContract<Binding extends PostBinding>(
  options: ContractOptions<Binding>,
  models = createPostModels(options),
) {
  return contract({
    title: 'Posts and Users',
    version: '1.0.0',
    description: 'Posts and users, validated as they come and filtered as they leave.',
    routes: {
      createPost: postCreationRoutes(models)[options.binding],
      ...postRoutes(models, options.ifMatch),
      ...userRoutes,
      ...sessionRoutes,
      ...healthRoutes,
    },
  })
}
