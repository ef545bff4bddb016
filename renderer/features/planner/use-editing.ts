import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { PlannerWeek } from '#shared/contract/planner.ts'
import { fillPatterns } from '#shared/contract/shift-patterns.ts'
import { deleteShifts, newShifts, type PlanShift, splitShift, updateShifts } from '#shared/contract/shifts.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { dayOf, type Range, type Shift, type ShiftValues, valuesOf } from './model.ts'
import { TEXT } from './text.ts'

/** As many changes can be taken back (spec 4 §4.5.5). */
const UNDO_MAX = 50

interface Undo {
  readonly what: string
  readonly work: () => Promise<unknown>
}

const iso = (at: number): string => new Date(at).toISOString()
const sent = ({ start, end, ...values }: ShiftValues) => ({ ...values, start: iso(start), end: iso(end) })

/**
 * What can be done with shifts: each shows at once, goes to the server in its turn, and can be taken back. What the server
 * refuses is as it was before, with its reason.
 * @param key of the plan in the query cache
 */
export function useEditing(key: readonly unknown[]) {
  const { api } = useServices()
  const client = useQueryClient()
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const waiting = useRef(0)
  const undos = useRef<Undo[]>([])
  /** What was deleted and came back has another id. */
  const others = useRef(new Map<number, number>())
  const nextID = useRef(-1)
  const versions = useRef(new Map<number, number>())
  const [said, setSaid] = useState<{ readonly text: string; readonly canUndo: boolean } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const idOf = (id: number): number => {
    const other = others.current.get(id)
    return other === undefined ? id : idOf(other)
  }
  const rows = () => client.getQueryData<PlannerWeek>(key)?.shifts ?? []
  /** The newest version that is known of a shift: also of one that doesn't show any more. */
  const versionOf = (id: number): number =>
    Math.max(versions.current.get(id) ?? 0, rows().find((one) => one.id === id)?.version ?? 0)
  const rowOf = (id: number): PlanShift => {
    const row = rows().find((one) => one.id === idOf(id))
    if (!row) throw new Error(TEXT.failed)
    return row
  }
  const put = (changed: readonly PlanShift[], removed: readonly number[] = []) => {
    for (const { id, version } of changed) versions.current.set(id, version)
    client.setQueryData<PlannerWeek>(key, (week) => {
      if (!week) return week
      const gone = new Set([...removed, ...changed.map(({ id }) => id)])
      return { ...week, shifts: [...week.shifts.filter(({ id }) => !gone.has(id)), ...changed] }
    })
  }

  /** What is being read was true before what is done now: it would show the old again. It is read anew once this is done. */
  const still = () => client.cancelQueries({ queryKey: key })

  /** Shows something at once, sends it in its turn, and puts back what was there where it is refused. */
  const act = (text: string, show: () => void, send: () => Promise<Undo['work']>): Promise<boolean> => {
    setProblem(null)
    waiting.current += 1
    const shown = still().then(show)
    const done = queue.current.then(async () => {
      try {
        await shown
        const work = await send()
        undos.current = [...undos.current, { what: text, work }].slice(-UNDO_MAX)
        setSaid({ text, canUndo: undos.current.length > 0 })
        return true
      } catch (error) {
        setProblem(reasonOf(error))
        await client.invalidateQueries({ queryKey: key })
        return false
      } finally {
        waiting.current -= 1
      }
    })
    queue.current = done
    return done
  }

  const because = (reason: string | undefined) => (reason === undefined ? {} : { reason })
  const fresh = (values: ShiftValues, id: number): PlanShift => ({
    ...{ ...sent(values), id, version: 0, state: 'DRAFT', patternID: null, planned: null },
  })

  const sendNew = async (values: ShiftValues, id: number, reason?: string): Promise<number> => {
    const { shifts } = await api.call(
      newShifts,
      { shifts: [sent(values)], ...because(reason) },
      { quiet: true },
    )
    const [made] = shifts
    if (!made) throw new Error(TEXT.failed)
    others.current.set(id, made.id)
    put([{ ...fresh(values, made.id), version: made.version }], [id])
    return made.id
  }
  const sendRemove = async (id: number) => {
    const { shifts, removed } = await api.call(
      deleteShifts,
      { shifts: [{ id: idOf(id), version: versionOf(idOf(id)) }] },
      { quiet: true },
    )
    put(shifts, removed)
  }
  const sendChange = async (id: number, values: ShiftValues, reason?: string): Promise<PlanShift[]> => {
    const { shifts } = await api.call(
      updateShifts,
      { shifts: [{ id: idOf(id), version: versionOf(idOf(id)), ...sent(values) }], ...because(reason) },
      { quiet: true },
    )
    const plain = shifts.map(({ checks: _, ...shift }) => shift)
    put(plain)
    return plain
  }
  /** As it will be, until the server says so. */
  const expected = (row: PlanShift, values: ShiftValues): PlanShift => {
    if (row.state === 'DRAFT') return { ...row, ...sent(values) }
    const { userID: _, ...plan } = sent(values)
    return { ...row, state: 'PUBLISHED', planned: { ...plan, isCancelled: false } }
  }

  const create = (values: ShiftValues, reason?: string) => {
    const id = nextID.current--
    return act(
      TEXT.done.create,
      () => put([fresh(values, id)]),
      async () => {
        await sendNew(values, id, reason)
        return () => sendRemove(id)
      },
    )
  }

  const change = (shift: Shift, values: ShiftValues, reason?: string) => {
    const before = valuesOf(shift)
    return act(
      TEXT.done.change,
      () => {
        const row = rowOf(shift.id)
        const isGiven = row.state !== 'DRAFT' && values.userID !== shift.userID
        if (!isGiven) put([expected(row, values)])
      },
      async () => {
        const changed = await sendChange(shift.id, values, reason)
        // Whoever gave a published one away made another.
        const given = changed.find(({ id }) => id !== idOf(shift.id))
        return async () => {
          if (given) await sendRemove(given.id)
          await sendChange(shift.id, before, TEXT.undo)
        }
      },
    )
  }

  const remove = (shift: Shift) => {
    const before = valuesOf(shift)
    return act(
      TEXT.done.remove,
      () => {
        const row = rowOf(shift.id)
        if (row.state === 'DRAFT') put([], [row.id])
        else {
          const { userID: _, ...plan } = sent(before)
          put([{ ...row, planned: { ...plan, isCancelled: true } }])
        }
        versions.current.set(row.id, versionOf(row.id))
      },
      async () => {
        const isDraft = rows().every(({ id }) => id !== idOf(shift.id))
        await sendRemove(shift.id)
        return isDraft
          ? () => sendNew(before, shift.id, TEXT.undo)
          : () => sendChange(shift.id, before, TEXT.undo)
      },
    )
  }

  const split = (shift: Shift, at: number, reason?: string) =>
    act(
      TEXT.done.split,
      () => {},
      async () => {
        const before = valuesOf(shift)
        const { shifts } = await api.call(
          splitShift,
          { id: idOf(shift.id), version: versionOf(idOf(shift.id)), at: iso(at), ...because(reason) },
          { quiet: true },
        )
        put(shifts.map(({ checks: _, ...one }) => one))
        const second = shifts.find(({ id }) => id !== idOf(shift.id))
        return async () => {
          if (second) await sendRemove(second.id)
          await sendChange(shift.id, before, TEXT.undo)
        }
      },
    )

  /** Takes back what was done last, once it is done. */
  const undo = (): Promise<boolean> => {
    setProblem(null)
    waiting.current += 1
    const ready = still()
    const done = queue.current.then(async () => {
      await ready
      const last = undos.current.at(-1)
      undos.current = undos.current.slice(0, -1)
      try {
        await last?.work()
        const text = last ? TEXT.undone(last.what) : TEXT.nothingToUndo
        setSaid({ text, canUndo: undos.current.length > 0 })
        return true
      } catch (error) {
        setProblem(reasonOf(error))
        await client.invalidateQueries({ queryKey: key })
        return false
      } finally {
        waiting.current -= 1
      }
    })
    queue.current = done
    return done
  }

  /** Drafts what patterns ask for in the time. @returns what was made; null where it is refused */
  const fill = async ({ from, to }: Range): Promise<string | null> => {
    setProblem(null)
    try {
      const answer = await api.call(fillPatterns, { from: dayOf(from), to: dayOf(to) }, { quiet: true })
      await client.invalidateQueries({ queryKey: key })
      return TEXT.filled(answer.made, answer.left)
    } catch (error) {
      setProblem(reasonOf(error))
      return null
    }
  }

  return {
    ...{ fill },
    ...{ create, change, remove, split, undo, said, problem },
    say: (text: string) => setSaid({ text, canUndo: false }),
    clearProblem: () => setProblem(null),
    /** Whether something of one's own is on its way. */
    isBusy: () => waiting.current > 0,
  }
}
