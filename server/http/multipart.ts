import { createHash } from 'node:crypto'
import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FILE_TOO_BIG } from '#shared/domain/chat-files.ts'
import { Refusal } from '../refusal.ts'
import { discardSpooled, spooledOf, spoolFile } from './spooled-files.ts'

/** What a form may carry. A call's own schema may take less, and then says so in its own words. */
const LIMITS = { fileSize: 10 * 1024 * 1024, files: 10, fields: 50, fieldSize: 64 * 1024 }

const NOT_A_FORM = 'The body of this request must be a form, with Content-Type multipart/form-data.'

/** Lets the routes of this instance take forms with files. */
export async function takeForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { limits: LIMITS })
}
/** What a form has beside its file: fields and what stands between them. */
export const FORM_REST_BYTES = 1024 * 1024

/** How files larger than those above are taken: onto disk, as they arrive. */
export interface Spooling {
  /** Asked for when a file comes. */
  readonly folder: () => string
  /** Largest file in bytes, and what is said of a larger one. */
  readonly fileMax: number
}

const BROKEN_FORM = 'The form could not be read.'

/**
 * Reads a form to the end, as an object of texts and `File`s by field; of several with one name the
 * last.
 * @throws Refusal 415 for another body; the framework's 413 for one that is too large.
 */
export async function readForm(
  request: FastifyRequest,
  spooling: Spooling | null = null,
): Promise<Record<string, unknown>> {
  if (!request.isMultipart()) throw new Refusal(415, NOT_A_FORM)
  // One that says how large it is needn't be read to be refused.
  if (spooling && Number(request.headers['content-length'] ?? 0) > spooling.fileMax + FORM_REST_BYTES)
    throw new Refusal(400, FILE_TOO_BIG)
  const fields: Record<string, unknown> = {}
  try {
    for await (const part of partsOf(request, spooling)) {
      if (part.type !== 'file') fields[part.fieldname] = part.value
      else fields[part.fieldname] = await (spooling ? spool(part, spooling) : inMemory(part))
    }
  } catch (error) {
    await discardSpooled(fields)
    throw error
  }
  return fields
}

/**
 * The name that the person's file has. A browser writes a quotation mark and the ends of lines in it
 * as %22, %0D and %0A and leaves everything else (HTML §4.10.21.8, multipart/form-data).
 */
function nameOf({ filename }: MultipartFile): string {
  return filename.replace(/%(?:22|0D|0A)/gi, decodeURIComponent)
}

async function inMemory(part: MultipartFile): Promise<File> {
  return new File([Uint8Array.from(await part.toBuffer())], nameOf(part), { type: part.mimetype })
}

/** @throws Refusal 400 for a file that is too large, and whatever ends it early. */
async function spool(part: MultipartFile, { folder }: Spooling): Promise<File> {
  const file = await spoolFile(folder(), part.file, { name: nameOf(part), type: part.mimetype })
  if (!part.file.truncated) return file
  await discardSpooled({ file })
  throw new Refusal(400, FILE_TOO_BIG)
}

/** @throws Refusal 400 where the form is broken; the framework's own refusals as they are. */
async function* partsOf(request: FastifyRequest, spooling: Spooling | null): AsyncGenerator<Multipart> {
  try {
    yield* request.parts(spooling ? { limits: { ...LIMITS, fileSize: spooling.fileMax, files: 1 } } : {})
  } catch (error) {
    if (error instanceof Refusal || (error instanceof Error && 'statusCode' in error)) throw error
    throw new Refusal(400, BROKEN_FORM)
  }
}

/** The same form with each file as a digest, to tell it apart by. */
export async function digestForm(form: unknown): Promise<unknown> {
  const fields = Object.entries(form as Record<string, unknown>).map(async ([name, value]) => {
    if (!(value instanceof File)) return [name, value] as const
    const known = spooledOf(value)?.digest
    if (known !== undefined) return [name, { name: value.name, type: value.type, hash: known }] as const
    const hash = createHash('sha256')
      .update(await value.bytes())
      .digest('hex')
    return [name, { name: value.name, type: value.type, hash }] as const
  })
  return Object.fromEntries(await Promise.all(fields))
}
