import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { LOG_FILE, logFile, reportTo, watchFaults, withoutHome } from './log.ts'

const newFolder = () => mkdtempSync(path.join(os.tmpdir(), 'fieldwork-log-'))

test('what is reported gets into the file, with its time and its stack, readable to its owner alone', () => {
  const folder = path.join(newFolder(), 'logs')
  const report = reportTo(logFile(folder))
  report('could not start', new Error('no such port'))
  report('the page hangs')
  const file = path.join(folder, LOG_FILE)
  const lines = readFileSync(file, 'utf8').split('\n')
  expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z \[fieldwork\] could not start: Error: no such port$/)
  expect(lines[1]).toMatch(/^ +at /)
  expect(lines.at(-2)).toContain('the page hangs')
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o077).toBe(0)
})

test('a file at its limit goes on, one over it is begun anew and the former one kept', () => {
  const folder = newFolder()
  const file = path.join(folder, LOG_FILE)
  writeFileSync(file, 'x'.repeat(1000))
  logFile(folder, 1000).write('at the limit')
  expect(readdirSync(folder)).toEqual([LOG_FILE])
  logFile(folder, 1000).write('over it')
  expect(readdirSync(folder).sort()).toEqual([LOG_FILE, 'main.old.log'])
  expect(readFileSync(file, 'utf8')).toMatch(/Z over it\n$/)
  expect(readFileSync(path.join(folder, 'main.old.log'), 'utf8')).toContain('at the limit')
})

test('no secret gets to any of the streams', () => {
  const written: string[] = []
  const stream = { write: (text: string) => written.push(text) }
  const error = new Error(
    'Bearer eyJhbGciOi.eyJ1c2VySWQi.c2lnbmF0dXJl, password=hunter2, at https://host/a?q=salary',
  )
  reportTo(stream, stream)('refused', error)
  expect(written).toHaveLength(2)
  for (const secret of ['eyJ', 'hunter2', 'salary']) expect(written.join()).not.toContain(secret)
})

test('a folder that cannot be written to stops nothing', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => void vi.restoreAllMocks())
  const inTheWay = path.join(newFolder(), 'file')
  writeFileSync(inTheWay, '')
  expect(() => reportTo(logFile(path.join(inTheWay, 'logs')))('it goes on')).not.toThrow()
})

test('the folder is told without the name of whose it is', () => {
  expect(withoutHome('/home/ann/.config/Fieldwork/logs', '/home/ann')).toBe(
    path.join('~', '.config/Fieldwork/logs'),
  )
  expect(withoutHome('/home/anna/logs', '/home/ann')).toBe('/home/anna/logs')
  expect(withoutHome('/var/logs', '/home/ann')).toBe('/var/logs')
})

test('what nobody caught in main is reported, and nothing else', () => {
  const reported: string[] = []
  const on = new Map<string, (...args: never[]) => void>()
  const source = { on: (name: string, listener: never) => void on.set(name, listener) }
  watchFaults(
    source as never,
    (what, error) => void reported.push(error instanceof Error ? `${what}: ${error.message}` : what),
  )
  const fire = (name: string, ...args: unknown[]) => on.get(name)?.(...(args as never[]))
  fire('uncaughtExceptionMonitor', new Error('a'))
  fire('warning', Object.assign(new Error('b'), { name: 'UnhandledPromiseRejectionWarning' }))
  fire('warning', Object.assign(new Error('old'), { name: 'DeprecationWarning' }))
  expect(reported).toEqual(['nobody caught: a', 'nobody waited for a promise that failed: b'])
})
