import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { inRoot, ROOT } from './paths.ts'

const FOLDERS = ['build', 'docs', 'electron', 'preload', 'renderer', 'scripts', 'server', 'shared', 'tests']

/** Every file and folder under those, and every file at the top, as paths with plain slashes. */
const paths = [
  ...FOLDERS,
  ...readdirSync(ROOT, { withFileTypes: true }).flatMap((one) => (one.isFile() ? [one.name] : [])),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' }).map((path) =>
      `${folder}/${path}`.replaceAll('\\', '/'),
    ),
  ),
].filter((path) => !path.includes('node_modules'))
const pages = paths.filter((path) => path.endsWith('.md') && path !== 'CHANGELOG.md')

/** A path may be written from the top or, where it is clear which folder is meant, by its end. */
const exists = (path: string) => paths.some((one) => one === path || one.endsWith(`/${path}`))

const SOURCE = /^[\w./-]+\.(ts|tsx|mjs|css|md)$/
const FROM_THE_TOP = new RegExp(`^(${FOLDERS.join('|')})/[\\w./-]*$`)

const textOf = (page: string) => readFileSync(inRoot(page), 'utf8')
const withoutExamples = (page: string) => textOf(page).replace(/```[\s\S]*?```/g, '')

test.each(pages)('%s names only files and folders that exist', (page) => {
  const quoted = [...withoutExamples(page).matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text)
  const named = quoted.filter((text) => SOURCE.test(text) || FROM_THE_TOP.test(text))
  expect(named.filter((path) => !exists(path.replace(/\/$/, '')))).toEqual([])
})

test.each(pages)('%s links only to pages and pictures that exist', (page) => {
  const links = [...withoutExamples(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, to = '']) => to)
  const reached = links.map((to) => join(dirname(page), to).replaceAll('\\', '/'))
  expect(reached.filter((path) => !paths.includes(path))).toEqual([])
})

test.each(pages)('%s names only commands that package.json has', (page) => {
  const { scripts } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as {
    scripts: Readonly<Record<string, string>>
  }
  const named = [...textOf(page).matchAll(/\bnpm run (\w[\w:-]*)/g)].map(([, name = '']) => name)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})
