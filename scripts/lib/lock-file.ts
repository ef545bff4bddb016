/** One package of package-lock.json (version 3), as far as it matters here. */
interface LockEntry {
  readonly version?: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

export interface LockFile {
  readonly packages: Readonly<Record<string, LockEntry>>
}

/** A package for another kind of machine that the lock file ought to have. */
export interface MissingPackage {
  readonly path: string
  readonly entry: LockEntry
}

const SYSTEMS = new Set([
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
])
const LIBC: Readonly<Record<string, string>> = {
  gnu: 'glibc',
  gnueabihf: 'glibc',
  musl: 'musl',
  musleabihf: 'musl',
}

/** The machine that a package such as `@swc/core-linux-x64-gnu` is for, by its name; null where it names none. */
export function machineOf(name: string): Pick<LockEntry, 'os' | 'cpu' | 'libc'> | null {
  const words = name.split('/').at(-1)?.split('-') ?? []
  const at = words.findIndex((word) => SYSTEMS.has(word))
  const [os, cpu, abi = ''] = words.slice(at)
  if (at < 0 || os === undefined || cpu === undefined) return null
  const libc = os === 'linux' ? LIBC[abi] : undefined
  return { os: [os], cpu: [cpu], ...(libc === undefined ? {} : { libc: [libc] }) }
}

function isThere(lock: LockFile, from: string, name: string): boolean {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (`${folder === '' ? '' : `${folder}/`}node_modules/${name}` in lock.packages) return true
    if (folder === '') return false
    if (!folder.includes('/node_modules/')) return `node_modules/${name}` in lock.packages
  }
}

/**
 * The optional packages that a package of the lock file wants and the lock file lacks. npm leaves
 * them out when the registry it writes the file from doesn't have them, and `npm ci` then refuses
 * the file on every machine.
 */
export function missingPackages(lock: LockFile): MissingPackage[] {
  return Object.entries(lock.packages).flatMap(([from, { dev, optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isThere(lock, from, name))
      .map(([name, version]) => ({
        path: `node_modules/${name}`,
        entry: { version, ...machineOf(name), ...(dev ? { dev } : {}), optional: true },
      })),
  )
}

/**
 * The lock file with the missing packages: by name, version and machine, without a checksum, which
 * only the package itself could give. The machine it is for takes it from its own registry.
 *
 * @throws Error where a version isn't exact or a name tells no machine, so that nothing is guessed
 */
export function completeLock<T extends LockFile>(lock: T): T {
  const added = missingPackages(lock)
  const unclear = added.find(
    ({ entry }) => !entry.os || !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(entry.version ?? ''),
  )
  if (unclear)
    throw new Error(
      `${unclear.path} ${unclear.entry.version} cannot be added: its machine or version is not clear.`,
    )
  const packages = [
    ...Object.entries(lock.packages),
    ...added.map(({ path, entry }) => [path, entry] as const),
  ]
  // npm's own order: by code point of the path, the root first.
  return { ...lock, packages: Object.fromEntries(packages.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) }
}
