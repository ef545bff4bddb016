import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres, type TestPostgres } from '../../scripts/testing/postgres.ts'
import { killAndLook, openUploads, type Uploads } from '../faults/uploads.ts'
import { whole } from '../whole.ts'

const KILLS = whole(2, 60)

let postgres: TestPostgres
let uploads: Uploads
beforeAll(async () => {
  postgres = await startPostgres()
  const client = new pg.Client(postgres.url)
  await client.connect()
  await client.query('create database uploads')
  await client.end()
  uploads = await openUploads(postgres.urlOf('uploads'))
})
afterAll(async () => {
  await uploads?.close()
  await postgres?.stop()
})

test(`an upload whose server is killed and that goes on at the other one: nothing acknowledged is lost, nothing stays over (${KILLS} kills)`, async () => {
  expect(uploads.points).toBeGreaterThan(12)
  await killAndLook(uploads, KILLS)
})
