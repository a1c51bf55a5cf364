export { grantHeaders, mergeGrants } from './actual.ts'
export { describePolicy } from './description.ts'
export {
  type DeploymentStage,
  deploymentStage,
  type Environment,
  POLICY_VARIABLES,
  policyOptionsFrom,
} from './environment.ts'
export { explain } from './explain.ts'
export { describeExplanation, type Explanation, type ExplanationStep } from './explanation.ts'
export { type FetchHandler, type WrapperOptions, withCors } from './fetch.ts'
export type { Grant } from './grant.ts'
export { describeNearMiss, type NearMiss, nearMissOf, type OriginPart } from './near-miss.ts'
export { type ListenerRequest, type ListenerResponse, withCorsListener } from './node-listener.ts'
export type { CorsOptions, OptionName, OptionSource } from './options.ts'
export type { PageRequest } from './page-request.ts'
export { compilePolicy, type Policy } from './policy.ts'
export { answerPreflight, type CorsRequest, type PreflightAnswer } from './preflight.ts'
export { type Findings, PolicyError, type Problem, type ProblemCode, problemLine } from './problem.ts'
export { createRefusalLog, type RefusedRequest } from './refusal-log.ts'
