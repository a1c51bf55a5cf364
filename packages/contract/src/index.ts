export { type Api, type ApiOptions, implement } from './api.ts'
export type { Conditions } from './bind/conditions.ts'
export type { Authenticate } from './bind/credentials.ts'
export {
  type Contract,
  type ContractInfo,
  contract,
  type Operations,
  type Server,
  type Tag,
} from './contract.ts'
export {
  type CorsOptions,
  compilePolicy,
  describePolicy,
  type Environment,
  type Policy,
  PolicyError,
  policyOptionsFrom,
} from './cors/index.ts'
export { describeContract } from './describe/openapi.ts'
export type { DocumentsOptions } from './documents.ts'
export {
  type CustomDialect,
  type ErrorDialect,
  type ErrorInput,
  type ErrorSchema,
  errorDialect,
  type ReportedFailure,
  type ReportedIssue,
} from './error-dialect.ts'
export { ContractError, type ErrorHandler, HttpError } from './errors.ts'
export type { Exchange } from './exchange.ts'
export type {
  FieldsSet,
  Guard,
  Guards,
  Handler,
  HandlerInput,
  Handlers,
} from './handler.ts'
export type { HandlerRequest, Incoming, MissingBody, Outgoing, Send, Unreadable } from './incoming.ts'
export type { DropNotice } from './reply/drop-report.ts'
export type { ReplyOptions } from './reply/header-pairs.ts'
export { type RawReplyOptions, rawReply } from './reply/raw-reply.ts'
export type { Reply } from './reply/reply.ts'
export { type EventFields, event, type StreamEvent } from './reply/stream-event.ts'
export {
  type Body,
  type BodyOptions,
  form,
  json,
  jsonOrForm,
  type Members,
  type ModelBodyOptions,
  multipart,
  raw,
  stream,
} from './route/body.ts'
export { type FileKind, type FileLimits, type FileOptions, file, type UploadedFile } from './route/file.ts'
export { type FilesOptions, files } from './route/files.ts'
export {
  type FileMembers,
  type NamedFilesKind,
  type NamedFilesOptions,
  namedFiles,
} from './route/named-files.ts'
export type { Concurrency, Declaration, Method, NothingDeclared, Operation } from './route/operation.ts'
export { type Routes, type RoutesOptions, routes } from './route/routes.ts'
export {
  type Scopes,
  type Security,
  type SecurityOptions,
  type SecurityScheme,
  type SecuritySchemes,
  type TokenSource,
  type TokenUse,
  tokenFrom,
} from './route/security.ts'
export {
  jsonLines,
  type ServerSentEventsOptions,
  type Stream,
  type StreamFraming,
  serverSentEvents,
} from './route/stream.ts'
export type { AnswerNotice, ErrorNotice } from './turn.ts'
export { wrapExchange } from './wrap-exchange.ts'
