import { tooBigText } from './chat-files.ts'

/** Largest PDF of a checklist item, in bytes (spec 3 §5: files take 30 MB). */
export const CHECKLIST_FILE_MAX_BYTES = 31_457_280
export const CHECKLIST_FILE_TYPE = 'application/pdf'

/** Words of spec 3 §5 and §8, and ours where the documents have none. */
export const CHECKLIST_TEXT = {
  invalidFormat: 'Invalid file format',
  size: tooBigText(CHECKLIST_FILE_MAX_BYTES),
  empty: 'This file is empty.',
  gone: 'This task is no longer on your checklist.',
  somebodyElse: 'This is somebody else’s checklist.',
  needsFile: 'This task needs a PDF.',
  noTraining: 'This training isn’t known here.',
  noFile: 'There is no file with this task.',
} as const

/** What is wrong with a file that is to be uploaded, for the person; null where nothing is. */
export function checklistFileProblem({
  type,
  size,
}: {
  readonly type: string
  readonly size: number
}): string | null {
  if (type !== CHECKLIST_FILE_TYPE) return CHECKLIST_TEXT.invalidFormat
  if (size === 0) return CHECKLIST_TEXT.empty
  return size > CHECKLIST_FILE_MAX_BYTES ? CHECKLIST_TEXT.size : null
}

/** The first five characters of a PDF; readers accept them anywhere in the first 1,024 bytes. */
const PDF_SIGNS = '%PDF-'
const PDF_HEAD_BYTES = 1024

/** Whether the first bytes of a file are those of a PDF, whatever its name says. */
export function startsLikePdf(head: Uint8Array): boolean {
  return String.fromCharCode(...head.subarray(0, PDF_HEAD_BYTES)).includes(PDF_SIGNS)
}

/**
 * Whether an onboarding task is on the person's own list. What the employer does is on nobody's; what the
 * agency does is on the lists of its own people.
 */
export function isOnOwnList(
  task: { readonly responsible: string; readonly applyTo: string },
  userType: string,
): boolean {
  if (task.applyTo !== '' && task.applyTo !== userType) return false
  if (task.responsible === 'AGENCY') return userType === 'AGENCY'
  return task.responsible !== 'EMPLOYER'
}
