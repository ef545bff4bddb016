import { buffer } from 'node:stream/consumers'
import {
  contentTypeOf,
  extensionOf,
  fileKind,
  isText,
  TEXT_PREVIEW_BYTES,
} from '#shared/domain/chat-files.ts'
import type { FileContent } from '../../http/handlers.ts'
import { sheetText, wordText } from './office-text.ts'

/** Largest image that comes whole with its details, in bytes. */
export const SMALL_IMAGE_BYTES = 512 * 1024
export const FULL_IMAGE_BYTES = 20 * 1024 * 1024
const OFFICE_BYTES = 10 * 1024 * 1024

/** A file with its name, ready to be read. */
export interface ReadableFile {
  readonly fileName: string
  readonly content: FileContent
  readonly size: number
}

async function bytesOf(content: FileContent): Promise<Buffer> {
  return content instanceof Uint8Array ? Buffer.from(content) : buffer(content.read())
}

async function startOf(content: FileContent, length: number): Promise<Buffer> {
  if (content instanceof Uint8Array) return Buffer.from(content.subarray(0, length))
  return content.size === 0 ? Buffer.alloc(0) : buffer(content.read({ start: 0, end: length - 1 }))
}

/** The image as a data address; '' for other files and larger images. */
export async function imageAddress({ fileName, content, size }: ReadableFile, most: number): Promise<string> {
  const type = contentTypeOf(fileName)
  if (!type.startsWith('image/') || size > most) return ''
  return `data:${type};base64,${(await bytesOf(content)).toString('base64')}`
}

async function officeText(file: ReadableFile, read: (bytes: Buffer) => string): Promise<string> {
  if (file.size > OFFICE_BYTES) return ''
  try {
    return read(await bytesOf(file.content)).slice(0, TEXT_PREVIEW_BYTES)
  } catch (error) {
    // A file with a document's name needn't be one.
    if (error instanceof RangeError || (error instanceof Error && 'code' in error)) return ''
    throw error
  }
}

/**
 * What is shown of a file without opening it (spec 2 §7): a small image as a data address, the beginning of a
 * text, the words of a document, the cells of a sheet; '' for audio, video and PDF, which are streamed.
 */
export async function previewOf(file: ReadableFile): Promise<string> {
  if (fileKind(file.fileName) === 'IMAGE') return imageAddress(file, SMALL_IMAGE_BYTES)
  const extension = extensionOf(file.fileName)
  if (isText(file.fileName)) {
    const text = new TextDecoder().decode(await startOf(file.content, TEXT_PREVIEW_BYTES))
    return text.replace(/\uFFFD+$/, '')
  }
  if (extension === 'docx') return officeText(file, wordText)
  if (extension === 'xlsx') return officeText(file, sheetText)
  return ''
}
