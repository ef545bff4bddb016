import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { firstScreenFiles, gzipBytes, type Manifest, partsOf } from './first-screen.ts'

const bundle: Manifest = {
  'index.html': { file: 'assets/index.js', isEntry: true, imports: ['_react.js', '_kit.js'] },
  '_react.js': { file: 'assets/react.js' },
  '_kit.js': { file: 'assets/kit.js', imports: ['_react.js'] },
  'features/chat/index.ts': { file: 'assets/chat.js', isDynamicEntry: true, imports: ['_grid.js'] },
  '_grid.js': { file: 'assets/grid.js' },
  'app/icon.svg': { file: 'assets/icon.svg' },
}

test('the entry and all it imports statically count once; what comes later does not', () => {
  expect(firstScreenFiles(bundle)).toEqual(['assets/index.js', 'assets/kit.js', 'assets/react.js'])
})

test('the application that the entry fetches at once counts too', () => {
  const apart = {
    ...bundle,
    '_start-x.js': { file: 'assets/start.js', name: 'start', imports: ['_form.js'] },
    '_form.js': { file: 'assets/form.js' },
  }
  expect(firstScreenFiles(apart)).toEqual([
    'assets/form.js',
    'assets/index.js',
    'assets/kit.js',
    'assets/react.js',
    'assets/start.js',
  ])
})

test('a sign-in screen that is split off counts too', () => {
  const split = {
    ...bundle,
    'features/sign-in/index.ts': { file: 'assets/sign-in.js', isDynamicEntry: true, imports: ['_form.js'] },
    '_form.js': { file: 'assets/form.js' },
  }
  expect(firstScreenFiles(split)).toEqual([
    'assets/form.js',
    'assets/index.js',
    'assets/kit.js',
    'assets/react.js',
    'assets/sign-in.js',
  ])
})

test('the shell weighs what it adds to the sign-in screen, a page what it adds to the shell', () => {
  const dynamic = (file: string, imports: string[]) => ({ file, isDynamicEntry: true, imports })
  const whole: Manifest = {
    ...bundle,
    '_shell.js': { file: 'assets/shell.js', name: 'shell', imports: ['_react.js', '_menu.js'] },
    '_menu.js': { file: 'assets/menu.js' },
    '../shared/icons.ts': dynamic('assets/icons.js', ['_menu.js']),
    'features/notes/index.ts': dynamic('assets/notes.js', ['_menu.js', '_grid.js', '_kit.js']),
    'features/empty/index.ts': dynamic('assets/menu.js', []),
  }
  expect(partsOf(whole)).toEqual([
    { name: 'shell', files: ['assets/menu.js', 'assets/shell.js'] },
    { name: 'features/chat/index.ts', files: ['assets/chat.js', 'assets/grid.js'] },
    { name: 'shared/icons.ts', files: ['assets/icons.js'] },
    { name: 'features/notes/index.ts', files: ['assets/grid.js', 'assets/notes.js'] },
    { name: 'features/empty/index.ts', files: ['assets/menu.js'] },
  ])
})

test('chunks that import each other end', () => {
  const circle: Manifest = {
    'index.html': { file: 'a.js', isEntry: true, imports: ['b'] },
    b: { file: 'b.js', imports: ['index.html'] },
  }
  expect(firstScreenFiles(circle)).toEqual(['a.js', 'b.js'])
})

test('a manifest without an entry is an error, not a small page', () => {
  expect(() => firstScreenFiles({ b: { file: 'b.js' } })).toThrow('no entry')
})

test('files weigh what they compress to, each on its own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldwork-size-'))
  const file = join(folder, 'a.js')
  writeFileSync(file, 'x'.repeat(100_000))
  const one = gzipBytes([file])
  expect(one).toBeGreaterThan(20)
  expect(one).toBeLessThan(1_000)
  expect(gzipBytes([file, file])).toBe(2 * one)
  rmSync(folder, { recursive: true })
})
