import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from './paths.ts'

type Versions = Record<string, string>

const manifest = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as {
  dependencies: Versions
  devDependencies: Versions
  optionalDependencies: Versions
}

interface Row {
  readonly name: string
  readonly version: string
  readonly reason: string
}

/** The rows of the table under a heading. */
function rowsUnder(heading: string): Row[] {
  const page = readFileSync(inRoot('docs/dependencies.md'), 'utf8')
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''
  return [...section.matchAll(/^\| `([^`]+)` +\| (\S+) +\| (.*?) *\|$/gm)].map(
    ([, name = '', version = '', reason = '']) => ({
      name,
      version,
      reason,
    }),
  )
}

/** What package.json asks for under another name has its version behind that of the package. */
function wantedVersions(wanted: Versions): Versions {
  return Object.fromEntries(
    Object.entries(wanted).map(([name, version]) => [name, version.replace(/^npm:.+@/, '')]),
  )
}

function versionsOf(rows: readonly Row[]): Versions {
  return Object.fromEntries(rows.map(({ name, version }) => [name, version]))
}

const sections: [heading: string, wanted: Versions][] = [
  ['In the product', manifest.dependencies],
  ['For development', manifest.devDependencies],
  ['For one kind of machine', manifest.optionalDependencies],
]

test.each(sections)(
  '%s: the page lists what package.json asks for, no more and no less',
  (heading, wanted) => {
    const rows = rowsUnder(heading)
    expect(versionsOf(rows)).toEqual(wantedVersions(wanted))
    expect(rows).toHaveLength(Object.keys(wanted).length)
  },
)

test('every version is exact and every package has a reason', () => {
  for (const { name, version, reason } of sections.flatMap(([heading]) => rowsUnder(heading))) {
    expect(version, name).toMatch(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/)
    expect(reason.length, name).toBeGreaterThan(10)
  }
})
