import type { FastifySchemaCompiler } from 'fastify'
import * as z from 'zod/mini'
import { $ZodType } from 'zod/v4/core'
import { Refusal } from '../refusal.ts'

const wording = z.locales.en().localeError

/** Most faults that a person is told of at once. */
const ISSUES_TOLD = 3

interface Issue {
  readonly code: string
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/**
 * A rule with words of its own says just those; other faults say where they are. The sent value is never
 * quoted, since it may be a secret.
 */
function sentence({ code, path, message }: Issue): string {
  if (code === 'custom' || path.length === 0) return message
  return `${path.map(String).join('.')}: ${message}`
}

/** What is wrong with a request, in words (spec 1 §8, status 400). */
function describeIssues(issues: readonly Issue[]): string {
  const told = issues.slice(0, ISSUES_TOLD).map(sentence).join('; ')
  return issues.length > ISSUES_TOLD ? `${told}; and ${issues.length - ISSUES_TOLD} more` : told
}

/** Reads a value with a contract's schema. @throws Refusal 400 that says what is wrong. */
export function readRequest<Schema extends $ZodType>(schema: Schema, value: unknown): z.core.output<Schema> {
  const read = z.core.safeParse(schema, value, { error: wording })
  if (!read.success) {
    const refusal = new Refusal(400, 'request.faults', { faults: describeIssues(read.error.issues) })
    const fields = read.error.issues
      .filter(({ path }) => path.length > 0)
      .map(({ path, message }) => [String(path[0]), { value: message }] as const)
    if (fields.length > 0) refusal.fields = Object.fromEntries(fields.toReversed())
    throw refusal
  }
  return read.data
}

/** The same for Fastify, whose routes use the contracts' schemas. */
export const validatorCompiler: FastifySchemaCompiler<unknown> = ({ schema }) => {
  if (!(schema instanceof $ZodType)) throw new TypeError('A route with a schema that is not of zod')
  return (value) => {
    try {
      return { value: readRequest(schema, value) }
    } catch (error) {
      if (error instanceof Refusal) return { error }
      throw error
    }
  }
}
