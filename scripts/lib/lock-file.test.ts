import { expect, test } from 'vitest'
import { completeLock, type LockFile, machineOf, missingPackages } from './lock-file.ts'

const lock: LockFile = {
  packages: {
    '': {},
    'node_modules/tool': {
      version: '2.0.0',
      dev: true,
      optionalDependencies: { '@tool/cli-linux-x64': '2.0.0', '@tool/cli-win32-x64-msvc': '2.0.0' },
    },
    'node_modules/@tool/cli-linux-x64': { version: '2.0.0', optional: true },
    'node_modules/a/node_modules/tool': { optionalDependencies: { '@tool/cli-linux-x64': '2.0.0' } },
  },
}

test('what a lock file lacks for other machines is found and added', () => {
  const entry = { version: '2.0.0', os: ['win32'], cpu: ['x64'], dev: true, optional: true }
  expect(missingPackages(lock)).toEqual([{ path: 'node_modules/@tool/cli-win32-x64-msvc', entry }])
  const complete = completeLock(lock)
  expect(complete.packages['node_modules/@tool/cli-win32-x64-msvc']).toEqual(entry)
  expect(missingPackages(complete)).toEqual([])
  expect(completeLock(complete)).toEqual(complete)
})

test('nothing is guessed', () => {
  const wants = (name: string, version: string): LockFile => ({
    packages: { 'node_modules/tool': { optionalDependencies: { [name]: version } } },
  })
  expect(() => completeLock(wants('fsevents', '2.0.0'))).toThrow('fsevents')
  expect(() => completeLock(wants('@tool/cli-win32-x64', '^2.0.0'))).toThrow('^2.0.0')
})

test.each([
  ['@biomejs/cli-darwin-arm64', { os: ['darwin'], cpu: ['arm64'] }],
  ['@biomejs/cli-linux-x64-musl', { os: ['linux'], cpu: ['x64'], libc: ['musl'] }],
  ['@swc/core-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'], libc: ['glibc'] }],
  ['@oxc-parser/binding-win32-ia32-msvc', { os: ['win32'], cpu: ['ia32'] }],
  ['fsevents', null],
])('%s is for %j', (name, machine) => {
  expect(machineOf(name)).toEqual(machine)
})
