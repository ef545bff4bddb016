import { join } from 'node:path'

/** Names the folder of a bundle to whatever starts a server; without it they run from their sources. */
export const BUNDLE_VARIABLE = 'FIELDWORK_SERVER_BUNDLE'

const here = (file: string) => new URL(file, import.meta.url).pathname

/** The sources of the server's programs. */
export const PROGRAMS = {
  main: here('../main.ts'),
  'fieldwork-admin': here('../fieldwork-admin.ts'),
} as const

/** The path of a program: of the bundle that this run of tests has made, else its source. */
export function serverProgram(name: keyof typeof PROGRAMS): string {
  const bundle = process.env[BUNDLE_VARIABLE]
  return bundle === undefined ? PROGRAMS[name] : join(bundle, `${name}.mjs`)
}
