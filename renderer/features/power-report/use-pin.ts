import { pinPowerFigure } from '#shared/contract/power-report.ts'
import type { PowerDefinition, PowerPage } from '#shared/domain/power-report.ts'
import { useServices } from '../../services/context.tsx'
import { sent } from './definition.ts'
import { useReload } from './queries.ts'
import type { Cell } from './Table.tsx'
import { TEXT } from './text.ts'

const NAME_MAX = 200

/** Puts a number of a report on the person's dashboard. */
export function usePin(page: PowerPage, definition: PowerDefinition, report: string) {
  const { api, notices } = useServices()
  const reload = useReload()
  return async ({ row, column, measure, what }: Cell): Promise<void> => {
    const name = what.slice(0, NAME_MAX)
    const number = { row: [...row], column: [...column], measure }
    try {
      await api.call(pinPowerFigure, { page, definition: sent(definition), ...number, name, report })
      notices.show('success', TEXT.pinned(name))
      await reload()
    } catch {
      // Why is told by itself.
    }
  }
}
