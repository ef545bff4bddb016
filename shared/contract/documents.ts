import * as z from 'zod/mini'
import { DOCUMENT_TEXT, documentNameProblem, documentProblem } from '../domain/documents.ts'
import { call } from './http-call.ts'
import { done, noPayload, recordID, timestamp } from './primitives.ts'

/** Something that a person keeps (spec 1 §2.7). Sizes are in bytes. */
export const documentInfo = z.object({
  id: recordID,
  name: z.string(),
  contentType: z.string(),
  size: z.int().check(z.nonnegative()),
  uploadedAt: timestamp,
})
export type DocumentInfo = z.output<typeof documentInfo>

export const myDocuments = call({
  path: '/api/documents/mine',
  request: noPayload,
  response: z.array(documentInfo),
  summary: "The person's documents, newest first.",
  spec: '1 §2.7',
  permission: 'CAN_USE_DOCUMENTS',
  extension: true,
  scope: 'documents:read',
})

export const uploadDocument = call({
  path: '/api/documents/upload',
  sends: 'multipart',
  request: z.object({
    file: z.file().check(
      z.refine((file) => documentProblem(file) !== DOCUMENT_TEXT.size, { error: DOCUMENT_TEXT.size }),
      z.refine((file) => documentProblem(file) !== DOCUMENT_TEXT.empty, { error: DOCUMENT_TEXT.empty }),
    ),
  }),
  response: documentInfo,
  summary: 'Keeps a file of 10 MB at most for the person.',
  spec: '1 §2.7',
  permission: 'CAN_USE_DOCUMENTS',
  extension: true,
})

export const downloadDocument = call({
  path: '/api/documents/download',
  answers: 'blob',
  request: z.object({ id: recordID }),
  response: z.unknown(),
  summary: 'The file, as it was uploaded.',
  spec: '1 §2.7',
  permission: 'CAN_USE_DOCUMENTS',
  extension: true,
  scope: 'documents:read',
})

export const renameDocument = call({
  path: '/api/documents/rename',
  request: z.object({
    id: recordID,
    name: z
      .string()
      .check(z.refine((name) => documentNameProblem(name) === null, { error: DOCUMENT_TEXT.name })),
  }),
  response: documentInfo,
  summary: 'Gives a document another name.',
  spec: '1 §2.7',
  permission: 'CAN_USE_DOCUMENTS',
  extension: true,
})

export const deleteDocument = call({
  path: '/api/documents/delete',
  request: z.object({ id: recordID }),
  response: done,
  summary: 'Deletes a document; for a day it can be restored.',
  spec: '1 §2.7',
  permission: 'CAN_USE_DOCUMENTS',
  extension: true,
})

export const restoreDocument = call({
  path: '/api/documents/restore',
  request: z.object({ id: recordID }),
  response: documentInfo,
  summary: 'Takes back that a document was deleted.',
  spec: '1 §2.7',
  permission: 'CAN_USE_DOCUMENTS',
  extension: true,
})
