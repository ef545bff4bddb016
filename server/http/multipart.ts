import { createHash } from 'node:crypto'
import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'
import { discardSpooled, spooledOf, spoolFile } from './spooled-files.ts'

/** Limits of a form. A call's schema may have lower ones, with words of its own. */
const LIMITS = { fileSize: 10 * 1024 * 1024, files: 10, fields: 50, fieldSize: 64 * 1024 }

/** Lets the routes of this instance accept forms with files. */
export async function takeForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { limits: LIMITS })
}
/** Bytes of a form beside its files: fields and separators. */
const FORM_REST_BYTES = 1024 * 1024

/** The largest body of a form: as many files as it may have, and the rest. */
export const bodyMax = ({ fileMax, filesMax }: Pick<Spooling, 'fileMax' | 'filesMax'>): number =>
  fileMax * filesMax + FORM_REST_BYTES

/** How large files are accepted: written to disk as they arrive. */
export interface Spooling {
  /** Asked for when a file arrives. */
  readonly folder: () => string
  /** Largest file in bytes. */
  readonly fileMax: number
  readonly filesMax: number
}

/**
 * Reads a form to its end, as an object of texts and `File`s by field. Of several texts with one name the
 * last counts; several files become a list. @throws Refusal 415 for another body; the framework's 413 for one
 * that is too large.
 */
export async function readForm(
  request: FastifyRequest,
  spooling: Spooling | null = null,
): Promise<Record<string, unknown>> {
  if (!request.isMultipart()) throw new Refusal(415, 'request.notAForm')
  // A body that declares too large a size is refused unread.
  if (spooling && Number(request.headers['content-length'] ?? 0) > bodyMax(spooling))
    throw new Refusal(400, 'file.tooBig', { maxBytes: spooling.fileMax })
  const fields: Record<string, unknown> = {}
  try {
    for await (const part of partsOf(request, spooling)) {
      if (part.type !== 'file') fields[part.fieldname] = part.value
      else addFile(fields, part.fieldname, await (spooling ? spool(part, spooling) : inMemory(part)))
    }
  } catch (error) {
    await discardSpooled(fields)
    throw error
  }
  return fields
}

function addFile(fields: Record<string, unknown>, name: string, file: File): void {
  const before = fields[name]
  if (before instanceof File) fields[name] = [before, file]
  else if (Array.isArray(before)) before.push(file)
  else fields[name] = file
}

/**
 * The file's name as the person has it. Browsers write a quotation mark and line ends in it as %22, %0D and
 * %0A, and nothing else (HTML §4.10.21.8, multipart/form-data).
 */
function nameOf({ filename }: MultipartFile): string {
  return filename.replace(/%(?:22|0D|0A)/gi, decodeURIComponent)
}

async function inMemory(part: MultipartFile): Promise<File> {
  return new File([Uint8Array.from(await part.toBuffer())], nameOf(part), { type: part.mimetype })
}

/** @throws Refusal 400 for a file that is too large; whatever breaks it off. */
async function spool(part: MultipartFile, { folder, fileMax }: Spooling): Promise<File> {
  const file = await spoolFile(folder(), part.file, { name: nameOf(part), type: part.mimetype })
  if (!part.file.truncated) return file
  await discardSpooled({ file })
  throw new Refusal(400, 'file.tooBig', { maxBytes: fileMax })
}

/** @throws Refusal 400 for a broken form; the framework's own refusals. */
async function* partsOf(request: FastifyRequest, spooling: Spooling | null): AsyncGenerator<Multipart> {
  try {
    yield* request.parts(
      spooling ? { limits: { ...LIMITS, fileSize: spooling.fileMax, files: spooling.filesMax } } : {},
    )
  } catch (error) {
    if (error instanceof Refusal || (error instanceof Error && 'statusCode' in error)) throw error
    throw new Refusal(400, 'request.brokenForm')
  }
}

/** The form with each file replaced by a digest, to recognise a repetition. */
export async function digestForm(form: unknown): Promise<unknown> {
  const fields = Object.entries(form as Record<string, unknown>).map(
    async ([name, value]) =>
      [
        name,
        await (Array.isArray(value) ? Promise.all(value.map(digestField)) : digestField(value)),
      ] as const,
  )
  return Object.fromEntries(await Promise.all(fields))
}

async function digestField(value: unknown): Promise<unknown> {
  if (!(value instanceof File)) return value
  const { name, type } = value
  const known = spooledOf(value)?.digest
  if (known !== undefined) return { name, type, hash: known }
  const hash = createHash('sha256')
    .update(await value.bytes())
    .digest('hex')
  return { name, type, hash }
}
