import { type Names, namesOf, placeAt } from './names.ts'
import { type Region, regionAt, regionsOf } from './regions.ts'
import { parse } from './syntax.ts'

/** A name's use, with where it stands: in which region, or in which value made at import. */
interface Use {
  readonly name: string
  readonly path: readonly string[]
  readonly region: number | null
  readonly within: string | null
}

interface FileMap {
  readonly names: Names
  readonly regions: readonly Region[]
  readonly uses: readonly Use[]
  /** Every value with a name: declarations, and members of objects in them. */
  readonly values: ReadonlySet<string>
}

/** A value's key is its file, its declaration and its members: `shared/a.ts|LIMITS.text.longest`. */
const keysOf = (file: string, { unit, path }: { unit: string; path: readonly string[] }): string[] => {
  const keys = [`${file}|${unit}`]
  for (const part of path) keys.push(`${keys.at(-1)}.${part}`)
  return keys
}

function mapOf(file: string, code: string): FileMap | null {
  const program = parse(file, code)
  if (!program) return null
  const names = namesOf(file, program)
  const regions = regionsOf(program)
  const uses = names.references.map(({ name, path, at }): Use => {
    const region = regionAt(regions, at)
    const place = region === null ? placeAt(names, at) : null
    return { name, path, region, within: place && (keysOf(file, place).at(-1) ?? null) }
  })
  const places = [...names.units, ...names.properties].map(({ start }) => placeAt(names, start))
  return {
    names,
    regions,
    uses,
    values: new Set(places.flatMap((place) => (place ? keysOf(file, place) : []))),
  }
}

/**
 * What a test depends on: the regions it ran, and the values made at import, where no probe tells
 * (limits, tables, contracts): they are a test's if code that it ran names them, directly or through
 * other such values.
 */
export class Reach {
  private readonly maps = new Map<string, FileMap | null>()
  private readonly fromRegions = new Map<string, readonly string[]>()

  private readonly files: ReadonlySet<string>
  private readonly read: (file: string) => string

  constructor(files: ReadonlySet<string>, read: (file: string) => string) {
    this.files = files
    this.read = read
  }

  /** The keys of a place, of which a test must have reached one: its region, or the values it is part of. */
  keysAt(file: string, start: number, end: number): string[] {
    const map = this.map(file)
    if (!map) return []
    const region = regionAt(map.regions, start, end)
    if (region !== null) return [`${file}#${region}`]
    const place = placeAt(map.names, start)
    return place ? keysOf(file, place) : []
  }

  /** Everything that a run region depends on, itself among it. */
  fromRegion(file: string, region: number): readonly string[] {
    const own = `${file}#${region}`
    const known = this.fromRegions.get(own)
    if (known) return known
    const used = this.map(file)?.uses.filter((use) => use.region === region) ?? []
    const keys = [own, ...this.closure(used.flatMap(({ name, path }) => this.meant(file, name, path)))]
    this.fromRegions.set(own, keys)
    return keys
  }

  private closure(waiting: string[]): string[] {
    const seen = new Set<string>()
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
      if (seen.has(key)) continue
      seen.add(key)
      waiting.push(...this.usedBy(key))
    }
    return [...seen]
  }

  /** What a value is made from. */
  private usedBy(key: string): string[] {
    const file = key.slice(0, key.indexOf('|'))
    return (this.map(file)?.uses ?? [])
      .filter(({ within }) => within === key || within?.startsWith(`${key}.`))
      .flatMap(({ name, path }) => this.meant(file, name, path))
  }

  /** What a name stands for in a file; nothing for names of packages, parameters and the like. */
  private meant(file: string, name: string, path: readonly string[], seen = new Set<string>()): string[] {
    const map = this.map(file)
    const step = `${file}|${name}`
    if (!map || seen.has(step)) return []
    seen.add(step)
    const unit = map.names.units.find(({ names }) => names.includes(name))?.names[0]
    // Beyond the members that are written out (`SCHEMA.parse`) the whole value is meant.
    if (unit !== undefined)
      return keysOf(file, { unit, path })
        .filter((key) => map.values.has(key))
        .slice(-1)
    const origin = map.names.imports.get(name) ?? map.names.exports.get(name)
    if (origin?.name === '*' && origin.file)
      return path[0] === undefined ? [] : this.meant(origin.file, path[0], path.slice(1), seen)
    if (origin) return this.meant(origin.file ?? file, origin.name, path, seen)
    return map.names.stars.flatMap((target) => this.meant(target, name, path, seen))
  }

  private map(file: string): FileMap | null {
    const known = this.maps.get(file)
    if (known !== undefined) return known
    const map = this.files.has(file) ? mapOf(file, this.read(file)) : null
    this.maps.set(file, map)
    return map
  }
}
