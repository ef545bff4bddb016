import type * as z from 'zod/mini'
import type { Scope } from '../domain/oauth.ts'
import type { PermissionRule } from '../domain/permission-rule.ts'

/**
 * Who may make a call. `none`: no token is needed; `bearer`: it is; `optional`: it is sent if there is one.
 */
export type CallAuth = 'none' | 'bearer' | 'optional'

export type AnswerKind = 'json' | 'text' | 'blob'

/** The form of a POST's body: JSON, or a form with files (multipart/form-data) where `request` has them. */
export type BodyKind = 'json' | 'multipart'

/**
 * One HTTP call, declared once. The client, the server's route, the OpenAPI page and the
 * contract test are all derived from this value.
 *
 * `request` is the body of a POST and the query string of a GET. `sends` says the form of the body;
 * the fields of a multipart one are texts and files.
 * `answers` says how the body of a 200 is read: parsed as JSON, taken as text, or taken as a blob
 * (then `response` describes nothing and is not applied).
 */
export interface Call<
  Request extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
  Auth extends CallAuth = CallAuth,
  Kind extends AnswerKind = AnswerKind,
> {
  readonly method: 'GET' | 'POST'
  /** Absolute path, with the leading slash. */
  readonly path: `/${string}`
  readonly auth: Auth
  readonly answers: Kind
  readonly sends: BodyKind
  /**
   * The largest file of a form, in bytes. Large files are written to disk as they arrive. Null for a form
   * without large files.
   */
  readonly fileMax: number | null
  /** How many files of that size a form may have. */
  readonly filesMax: number
  /** The longest JSON body, in bytes; null for that of most calls, 1 MiB. */
  readonly bodyMax: number | null
  readonly request: Request
  readonly response: Response
  /** One sentence for the OpenAPI page: what the embedded server does. */
  readonly summary: string
  /** Where it is described, for example `2 §7`. */
  readonly spec: string
  /** Set on calls that no document lists. On a server that lacks them the feature hides itself. */
  readonly extension: boolean
  /** What the caller has to hold (spec 1 §6); the server refuses others before it reads the body. */
  readonly permission: PermissionRule | null
  /** The scope that an app of others needs to make this call for a person; null: no app may make it. */
  readonly scope: Scope | null
}

export type RequestOf<C extends Call> = z.input<C['request']>
export type ResponseOf<C extends Call> = z.output<C['response']>

interface CallOptions<
  Request extends z.ZodMiniType,
  Response extends z.ZodMiniType,
  Auth extends CallAuth,
  Kind extends AnswerKind,
> {
  path: `/${string}`
  request: Request
  response: Response
  summary: string
  spec: string
  method?: 'GET' | 'POST'
  auth?: Auth
  answers?: Kind
  sends?: BodyKind
  fileMax?: number
  filesMax?: number
  bodyMax?: number
  extension?: boolean
  permission?: PermissionRule
  scope?: Scope
}

/** Declares a call. Defaults: POST, bearer token, JSON (spec 1 §7). */
// Lets a bundler drop the calls that are never made.
/* @__NO_SIDE_EFFECTS__ */
export function call<
  Request extends z.ZodMiniType,
  Response extends z.ZodMiniType,
  Auth extends CallAuth = 'bearer',
  Kind extends AnswerKind = 'json',
>(options: CallOptions<Request, Response, Auth, Kind>): Call<Request, Response, Auth, Kind> {
  const { method = 'POST', auth = 'bearer' as Auth, answers = 'json' as Kind } = options
  const { sends = 'json', fileMax = null, filesMax = 1, bodyMax = null } = options
  const { extension = false, permission = null, scope = null } = options
  return {
    ...options,
    ...{ method, auth, answers, sends, fileMax, filesMax, bodyMax },
    ...{ extension, permission, scope },
  }
}
