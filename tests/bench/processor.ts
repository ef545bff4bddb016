import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks of the kernel in a second, as /proc counts. */
const TICKS = 100

/** CPU seconds so far, and memory in MB, of one process. Linux only. */
export function usageOf(pid: number): { cpu: number; memory: number } {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
  return { cpu: cpuOf(fields(pid)), memory: (pages * 4096) / 1e6 }
}

/** What follows the name in a process's stat: its state, its parent, … (proc(5)). */
const fields = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
const cpuOf = (list: readonly string[]): number => (Number(list[11]) + Number(list[12])) / TICKS

/** CPU seconds so far of what this process started and is named so, and of what that started. */
export function cpuOfChildren(name: string): number {
  const parents = new Map<number, { parent: number; name: string; cpu: number }>()
  for (const entry of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    const pid = Number(entry)
    try {
      const list = fields(pid)
      const comm = readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
      parents.set(pid, { parent: Number(list[1]), name: comm, cpu: cpuOf(list) })
    } catch {
      // It has ended meanwhile.
    }
  }
  const isOurs = (pid: number): boolean => {
    const parent = parents.get(pid)?.parent
    return parent === process.pid || (parent !== undefined && parent > 1 && isOurs(parent))
  }
  let sum = 0
  for (const [pid, one] of parents) if (one.name === name && isOurs(pid)) sum += one.cpu
  return sum
}

/** CPU seconds so far of everything on the machine. */
export function cpuOfMachine(): number {
  const [, ...ticks] = readFileSync('/proc/stat', 'utf8').split('\n')[0]?.split(/\s+/) ?? []
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = ticks.map(Number)
  return (user + nice + system + irq + softirq + steal) / TICKS
}
