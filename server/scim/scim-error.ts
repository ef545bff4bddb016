import { Refusal } from '../refusal.ts'

const SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error'

/** What RFC 7644 §3.12 calls the kinds of a wrong request. */
export type ScimType =
  | 'invalidFilter'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'

/** A refusal in SCIM's form. */
export class ScimError extends Error {
  readonly status: number
  readonly scimType: ScimType | undefined

  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail)
    this.status = status
    this.scimType = scimType
  }
}

/** Refusals that say that something is there already. */
const TAKEN: readonly string[] = ['person.nameTaken', 'person.emailTaken', 'person.payrollTaken']

/** The status and body of whatever went wrong; null where the server is at fault. */
export function errorBody(error: unknown): { readonly status: number; readonly body: object } | null {
  const found = scimErrorOf(error)
  if (!found) return null
  const { status, scimType, message: detail } = found
  return {
    status,
    body: { schemas: [SCHEMA], status: String(status), ...(scimType && { scimType }), detail },
  }
}

function scimErrorOf(error: unknown): ScimError | null {
  if (error instanceof ScimError) return error
  if (error instanceof Refusal) {
    if (error.code === 'permission.lastGranter') return new ScimError(409, error.value)
    if (TAKEN.includes(error.code)) return new ScimError(409, error.value, 'uniqueness')
    const { status, value } = error
    return new ScimError(status, value, status === 400 ? 'invalidValue' : undefined)
  }
  const { statusCode = 500, message = '' } = error as { statusCode?: number; message?: string }
  if (statusCode < 400 || statusCode >= 500) return null
  return new ScimError(statusCode, message, statusCode === 400 ? 'invalidSyntax' : undefined)
}
