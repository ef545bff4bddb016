import { afterAll, beforeAll, expect, test } from 'vitest'
import { whole } from '../whole.ts'
import { killAndLook, openUploads, type Uploads } from './uploads.ts'

const KILLS = whole(4, 60)

let uploads: Uploads
beforeAll(async () => {
  uploads = await openUploads(null)
}, 120_000)
afterAll(() => uploads?.close())

test(`an upload whose server is killed between file, row and answer: nothing acknowledged is lost, nothing stays over (${KILLS} kills)`, async () => {
  // The file's move, the rows, their begin and commit, and the answer.
  expect(uploads.points).toBeGreaterThan(12)
  await killAndLook(uploads, KILLS)
}, 600_000)
