import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readAdminOptions } from '../../server/admin/admin-options.ts'
import { inRoot } from './paths.ts'

const FOLDER = 'docs/operating'
const PAGES = [
  ...readdirSync(inRoot(FOLDER)).map((name) => `${FOLDER}/${name}`),
  'docs/first-run.md',
  'docs/audit.md',
]
const pages = PAGES.map((page) => ({ page, text: readFileSync(inRoot(page), 'utf8') }))

/** What stands in a page for what the operator types. */
const FILLED = { DIR: 'data', FILE: 'file', USERNAME: 'ann', LEVEL: 'info', TO: 'to', FROM: 'from' } as const

/** Each of the pages' command lines of a program, without comments and what the shell does with it. */
function linesOf(program: RegExp): readonly string[] {
  return pages.flatMap(({ page, text }) =>
    text
      .replaceAll('\\\n', ' ')
      .split(/\n|`/)
      .flatMap((part) => {
        const found = program.exec(part)
        if (!found) return []
        const line = part.slice(found.index + found[0].length).split(/ #|[<>|]/)[0] ?? ''
        return [`${page}: ${line.trim()}`]
      }),
  )
}

const wordsOf = (line: string) =>
  line
    .slice(line.indexOf(': ') + 2)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => FILLED[word as keyof typeof FILLED] ?? word)

test('every command line of fieldwork-admin in the operator’s pages is one that it takes', () => {
  const lines = linesOf(/(?:^|\s)fieldwork-admin(?:\.ts)? (?=--data)/)
  expect(lines.length).toBeGreaterThan(15)
  const refused = lines.filter((line) => {
    try {
      readAdminOptions(wordsOf(line), {})
      return false
    } catch {
      return true
    }
  })
  expect(refused).toEqual([])
})

test('every option of the server in the operator’s pages is one that it takes', () => {
  const known = new Set(readFileSync(inRoot('server/main-options.ts'), 'utf8').match(/--[a-z][a-z-]+/g))
  const lines = [...linesOf(/(?:^|\s)node server\/main\.ts /), ...linesOf(/^FIELDWORK_OPTIONS=/)]
  expect(lines.length).toBeGreaterThan(3)
  const options = lines.flatMap((line) => line.match(/--[a-z][a-z-]+/g) ?? [])
  expect(options.length).toBeGreaterThan(10)
  expect(options.filter((option) => !known.has(option))).toEqual([])
})

test('every npm script that the operator’s pages run is there', () => {
  const { scripts } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { scripts: object }
  const named = linesOf(/npm run (?:-s )?/).map((line) => wordsOf(line)[0] ?? '')
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

const isInstalled = (program: string, version = '-v') => spawnSync(program, [version]).status === 0

/** The block of a page in that language, as it stands there. */
function blockOf(page: string, language: string): string {
  const found = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(
    readFileSync(inRoot('docs/operating', page), 'utf8'),
  )
  return found?.[1] ?? ''
}

/**
 * What a program says of a configuration of the pages, whose certificate is made by the page's own command. Only the
 * places of files are changed, and the port, which needs rights.
 */
function said(program: 'haproxy' | 'nginx', text: string): string {
  const home = mkdtempSync(join(tmpdir(), 'fieldwork-pages-'))
  try {
    const command = /openssl req[^`]*/.exec(readFileSync(inRoot('docs/operating/tls.md'), 'utf8'))?.[0] ?? ''
    execFileSync('sh', ['-c', command], { cwd: home, stdio: 'ignore' })
    const [key, certificate] = ['privkey.pem', 'fullchain.pem'].map((name) => join(home, name)) as [
      string,
      string,
    ]
    // HAProxy wants both in one file.
    writeFileSync(join(home, 'both.pem'), readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
    const file = join(home, 'it.conf')
    writeFileSync(
      file,
      text
        .replaceAll(/\/etc\/haproxy\/\S+\.pem/g, join(home, 'both.pem'))
        .replaceAll(/\/etc\/\w+\/work\.example\.pem/g, certificate)
        .replaceAll(/\/etc\/\w+\/work\.example\.key/g, key)
        .replaceAll(/(bind :|listen )443/g, '$118443')
        .replace('events {', `pid ${home}/pid;\nevents {`)
        .replace(
          'http {',
          `http {\n  client_body_temp_path ${home}/a; proxy_temp_path ${home}/b; access_log off;`,
        ),
    )
    const args = program === 'haproxy' ? ['-c', '-f', file] : ['-t', '-c', file, '-e', 'stderr']
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
    return status === 0 ? 'valid' : `${stdout}${stderr}`
  } finally {
    rmSync(home, { recursive: true })
  }
}

test.skipIf(!isInstalled('haproxy') || !isInstalled('openssl', 'version'))(
  'HAProxy takes its example as it stands',
  () => {
    const text = readFileSync(inRoot('deploy/balancer/haproxy.cfg'), 'utf8')
    expect(said('haproxy', text)).toBe('valid')
    expect(said('haproxy', text.replace('balance leastconn', 'balance leastconnections'))).toContain(
      'balance',
    )
  },
)

test.skipIf(!isInstalled('nginx') || !isInstalled('openssl', 'version'))(
  'nginx takes both of its examples as they stand',
  () => {
    const page = `events {\n}\nhttp {\n${blockOf('proxies.md', 'nginx')}}\n`
    expect(page).toContain('proxy_pass http://127.0.0.1:8080')
    expect(said('nginx', page)).toBe('valid')
    expect(said('nginx', readFileSync(inRoot('deploy/balancer/nginx.conf'), 'utf8'))).toBe('valid')
    expect(said('nginx', page.replace('proxy_read_timeout 1h', 'proxy_read_timeout forever'))).toContain(
      'timeout',
    )
  },
)
