import { createHash } from 'node:crypto'
import multipart, { type Multipart } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from './handlers.ts'

/** What a form may carry. A call's own schema may take less, and then says so in its own words. */
const LIMITS = { fileSize: 10 * 1024 * 1024, files: 10, fields: 50, fieldSize: 64 * 1024 }

const NOT_A_FORM = 'The body of this request must be a form, with Content-Type multipart/form-data.'

/** Lets the routes of this instance take forms with files. */
export async function takeForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { limits: LIMITS })
}
const BROKEN_FORM = 'The form could not be read.'

/**
 * Reads a form to the end, as an object of texts and `File`s by field; of several with one name the
 * last.
 * @throws Refusal 415 for another body; the framework's 413 for one that is too large.
 */
export async function readForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  if (!request.isMultipart()) throw new Refusal(415, NOT_A_FORM)
  const fields: Record<string, unknown> = {}
  for await (const part of partsOf(request)) {
    fields[part.fieldname] =
      part.type === 'file'
        ? new File([Uint8Array.from(await part.toBuffer())], part.filename, { type: part.mimetype })
        : part.value
  }
  return fields
}

/** @throws Refusal 400 where the form is broken; the framework's own refusals as they are. */
async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  try {
    yield* request.parts()
  } catch (error) {
    if (error instanceof Error && 'statusCode' in error) throw error
    throw new Refusal(400, BROKEN_FORM)
  }
}

/** The same form with each file as a digest, to tell it apart by. */
export async function digestForm(form: unknown): Promise<unknown> {
  const fields = Object.entries(form as Record<string, unknown>).map(async ([name, value]) => {
    if (!(value instanceof File)) return [name, value] as const
    const hash = createHash('sha256')
      .update(await value.bytes())
      .digest('hex')
    return [name, { name: value.name, type: value.type, hash }] as const
  })
  return Object.fromEntries(await Promise.all(fields))
}
