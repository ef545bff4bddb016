import { useElementSize } from '@mantine/hooks'
import { scaleLinear, scalePoint } from 'd3-scale'
import { line, stack } from 'd3-shape'
import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react'
import styles from './Chart.module.css'
import { ChartMarkShape } from './ChartMarkShape.tsx'
import { type ChartData, type ChartRow, dashOf, type Hatch, hatchOf, markOf } from './chart-parts.ts'

const HEIGHT = 240
const LEFT = 62
const RIGHT = 14
const TOP = 10
const BOTTOM = 26
const TICKS = 5
/** Room that a name under the axis takes. */
const NAME_WIDTH = 96
const BAR_MAX = 44

/** What is drawn along one axis of names. */
interface Drawn extends ChartData {
  readonly kind: 'line' | 'stacked'
}

/**
 * The picture of a chart. The pointer shows the values of a row; so do the arrow keys, Home and End once it has the
 * focus, and they are read out.
 */
export function ChartDrawing({ kind, series, rows, format }: Drawn) {
  const { ref, width } = useElementSize<HTMLDivElement>()
  const [active, setActive] = useState<number | null>(null)
  const ids = useId()
  const plotWidth = Math.max(0, width - LEFT - RIGHT)
  const x = scalePoint<number>()
    .domain(rows.map((_, place) => place))
    .range([LEFT, LEFT + plotWidth])
    .padding(0.5)
  const at = (place: number) => x(place) ?? LEFT
  const y = scaleLinear()
    .domain([0, most({ kind, series, rows }) || 1])
    .nice(TICKS)
    .range([HEIGHT - BOTTOM, TOP])
  const step = rows.length > 0 ? plotWidth / rows.length : plotWidth
  const each = Math.max(1, Math.ceil(NAME_WIDTH / Math.max(1, step)))
  const shown = active === null ? null : (rows[active] ?? null)

  function point({ clientX, currentTarget }: PointerEvent<Element>): void {
    const box = currentTarget.getBoundingClientRect()
    // The page may be zoomed: shares of the box hold in any size.
    const along = ((clientX - box.left) / box.width) * width - LEFT
    setActive(Math.min(rows.length - 1, Math.max(0, Math.floor(along / Math.max(1, step)))))
  }

  function go(event: KeyboardEvent): void {
    const last = rows.length - 1
    const to = { ArrowRight: (active ?? -1) + 1, ArrowLeft: (active ?? 1) - 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    setActive(Math.min(last, Math.max(0, to)))
  }

  return (
    <div className={styles.plot} ref={ref}>
      <div
        className={styles.surface}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its values are read by the arrow keys
        tabIndex={0}
        role="application"
        aria-roledescription={TEXT.chart}
        aria-label={TEXT.walk}
        onPointerMove={point}
        onPointerLeave={() => setActive(null)}
        onBlur={() => setActive(null)}
        onKeyDown={go}
      >
        <svg width={width} height={HEIGHT} aria-hidden="true">
          {y.ticks(TICKS).map((tick) => (
            <g key={tick} transform={`translate(0 ${y(tick)})`}>
              <line x1={LEFT} x2={LEFT + plotWidth} className={styles.gridLine} />
              <text x={LEFT - 8} dy="0.32em" className={styles.value}>
                {format(tick)}
              </text>
            </g>
          ))}
          {active === null ? null : (
            <line x1={at(active)} x2={at(active)} y1={TOP} y2={HEIGHT - BOTTOM} className={styles.cursor} />
          )}
          {kind === 'line'
            ? series.map(({ key, colour }, place) => {
                const values = rows.map((row) => row.values[key] ?? null)
                const path = line<number | null>()
                  .defined((value) => value !== null)
                  .x((_, row) => at(row))
                  .y((value) => y(value ?? 0))(values)
                return (
                  <g key={key}>
                    <path
                      d={path ?? ''}
                      fill="none"
                      stroke={colour}
                      strokeWidth={2}
                      strokeDasharray={dashOf(place)}
                    />
                    {values.map((value, row) =>
                      value === null ? null : (
                        <ChartMarkShape.Dot
                          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
                          key={row}
                          mark={markOf(place)}
                          x={at(row)}
                          y={y(value)}
                          colour={colour}
                        />
                      ),
                    )}
                  </g>
                )
              })
            : null}
          {kind === 'stacked' ? (
            <>
              <defs>
                {series.map(({ key, colour }, place) => (
                  <Filling key={key} id={`${ids}${key}`} hatch={hatchOf(place)} colour={colour} />
                ))}
              </defs>
              {stack<ChartRow>()
                .keys(series.map(({ key }) => key))
                .value((row, key) => row.values[key] ?? 0)([...rows])
                .map((layer) =>
                  layer.map(([from, to], row) =>
                    to <= from ? null : (
                      <rect
                        key={`${layer.key} ${rows[row]?.name}`}
                        x={at(row) - Math.min(BAR_MAX, step * 0.7) / 2}
                        width={Math.min(BAR_MAX, step * 0.7)}
                        y={y(to)}
                        height={y(from) - y(to)}
                        fill={`url(#${ids}${layer.key})`}
                        stroke="var(--fw-surface)"
                      />
                    ),
                  ),
                )}
            </>
          ) : null}
          {rows.map(({ name }, place) =>
            place % each === 0 ? (
              <text key={name} x={at(place)} y={HEIGHT - 8} className={styles.name}>
                {name}
              </text>
            ) : null,
          )}
        </svg>
        {shown && active !== null ? (
          <div
            className={styles.tooltip}
            data-side={at(active) > width / 2 ? 'left' : 'right'}
            style={{ insetInlineStart: at(active) }}
            aria-hidden="true"
          >
            <strong>{shown.name}</strong>
            {series.map(({ key, label }) => (
              <span key={key}>
                {label} <b>{readValue(shown, key, format)}</b>
              </span>
            ))}
          </div>
        ) : null}
      </div>
      <p className="visually-hidden" role="status">
        {shown
          ? `${shown.name}: ${series.map(({ key, label }) => `${label} ${readValue(shown, key, format)}`).join(', ')}`
          : ''}
      </p>
      <ul className={styles.legend}>
        {series.map(({ key, label, colour }, place) => (
          <li key={key}>
            <ChartMarkShape kind={kind} place={place} colour={colour} />
            {label}
          </li>
        ))}
      </ul>
    </div>
  )
}

const TEXT = { chart: 'chart', walk: 'Values, by the arrow keys' } as const

function readValue(row: ChartRow, key: string, format: (value: number) => string): string {
  const value = row.values[key] ?? null
  return value === null ? '–' : format(value)
}

/** The largest value, or the largest sum of a row. */
function most({ kind, series, rows }: Pick<Drawn, 'kind' | 'series' | 'rows'>): number {
  const ofRow = ({ values }: ChartRow) => series.map(({ key }) => values[key] ?? 0)
  return Math.max(
    0,
    ...rows.map((row) =>
      kind === 'line' ? Math.max(...ofRow(row)) : ofRow(row).reduce((sum, value) => sum + value, 0),
    ),
  )
}

function Filling({ id, hatch, colour }: { id: string; hatch: Hatch | null; colour: string }) {
  const { angle, width, step } = hatch ?? { angle: 0, width: 0, step: 7 }
  return (
    <pattern
      id={id}
      width={step}
      height={step}
      patternUnits="userSpaceOnUse"
      patternTransform={`rotate(${angle})`}
    >
      <rect width={step} height={step} fill={colour} />
      <rect width={width} height={step} fill="var(--fw-surface)" opacity={0.65} />
    </pattern>
  )
}
