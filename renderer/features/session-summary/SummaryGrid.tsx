import { useQuery } from '@tanstack/react-query'
import type { SummaryGrid as GridSetting } from '#shared/contract/summary.ts'
import { today } from '#shared/contract/summary.ts'
import { startOfDay } from '#shared/domain/start-of-day.ts'
import {
  defaultGrid,
  type GridLayout,
  gridProblem,
  gridRows,
  maySeeWidget,
  SUMMARY_WIDGETS,
  type SummaryWidget,
} from '#shared/domain/summary-grid.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Summary.module.css'
import { SUMMARY_TEXT, WIDGET_TEXT } from './text.ts'
import { linesOf, type WidgetLine } from './widget-lines.ts'

/** The widgets in the layout that the server gives; one that is no layout gives way to the usual. */
export function SummaryGrid({ grid }: { grid: GridSetting }) {
  const permissions = useSession((session) => session.permissions)
  const layout: GridLayout = gridProblem(grid) === null ? grid : defaultGrid(permissions)
  const names = new Set(gridRows(layout.gridArea)?.flat())
  const widgets = SUMMARY_WIDGETS.filter((widget) => names.has(widget) && maySeeWidget(permissions, widget))
  const day = useDay()
  if (day.isError) {
    return (
      <LoadFailure
        title={SUMMARY_TEXT.failed}
        reason={reasonOf(day.error)}
        onRetry={() => void day.refetch()}
      />
    )
  }
  return (
    <div
      className={styles.grid}
      style={{
        gridTemplateColumns: layout.gridTemplateColumns,
        gridTemplateRows: layout.gridTemplateRows,
        gridTemplateAreas: layout.gridArea,
      }}
    >
      {widgets.map((widget) => (
        <Widget key={widget} widget={widget} lines={day.data ? linesOf(widget, day.data) : null} />
      ))}
    </div>
  )
}

/** What happened since the person's midnight. */
function useDay() {
  const { api, now } = useServices()
  return useQuery({
    queryKey: ['day-summary'],
    queryFn: ({ signal }) => {
      const since = new Date(startOfDay(now())).toISOString()
      return api.call(today, { since }, { quiet: true, signal })
    },
    gcTime: 0,
    staleTime: 0,
  })
}

function Widget({ widget, lines }: { widget: SummaryWidget; lines: readonly WidgetLine[] | null }) {
  const { dialogs } = useServices()
  const { title, nothing } = WIDGET_TEXT[widget]
  return (
    <section
      className={styles.widget}
      style={{ gridArea: widget }}
      aria-label={title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long one is scrolled by the keyboard, too
      tabIndex={0}
    >
      <h3>{title}</h3>
      {lines === null ? <Skeleton width="100%" height={60} /> : null}
      {lines?.length === 0 ? <p>{nothing}</p> : null}
      <ul>
        {lines?.map(({ key, text, note, taskID }) => (
          <li key={key}>
            {taskID === undefined ? (
              <span>{text}</span>
            ) : (
              <button type="button" className={styles.link} onClick={() => dialogs.open('tasks', { taskID })}>
                {text}
              </button>
            )}
            <small>{note}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}
