import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FolderInUseError, takeDataFolder } from './data-folder.ts'

let folder: string

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'fieldwork-data-')), 'new')
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true }))

test('a folder is held by one until it is released', () => {
  const first = takeDataFolder(folder)
  expect(() => takeDataFolder(folder)).toThrow(FolderInUseError)
  first.release()
  takeDataFolder(folder).release()
})

test('a reset removes the database and what belongs to it, and nothing else', () => {
  const { databaseFile, reset, release } = takeDataFolder(folder)
  const others = [join(folder, 'notes.txt')]
  const own = [databaseFile, `${databaseFile}-wal`, `${databaseFile}-shm`]
  for (const file of [...own, ...others]) writeFileSync(file, 'x')
  reset()
  expect(own.filter(existsSync)).toEqual([])
  expect(others.filter(existsSync)).toEqual(others)
  reset()
  release()
})
