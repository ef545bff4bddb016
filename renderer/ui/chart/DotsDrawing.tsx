import { useElementSize } from '@mantine/hooks'
import { scaleLinear } from 'd3-scale'
import { type KeyboardEvent, useState } from 'react'
import styles from './Chart.module.css'
import { ChartMarkShape } from './ChartMarkShape.tsx'
import type { ChartData } from './chart-parts.ts'

const HEIGHT = 280
const LEFT = 62
const RIGHT = 20
const TOP = 30
const BOTTOM = 44
const TICKS = 5
const TEXT = { chart: 'chart', walk: 'Values, by the arrow keys' } as const

/**
 * A dot a row: the first series says how far right it stands, the second how high. Rows without one of both have none.
 * A dot shows its values under the pointer; the arrow keys, Home and End go from dot to dot, left to right.
 */
export function DotsDrawing({ series, rows, format }: ChartData) {
  const { ref, width } = useElementSize<HTMLDivElement>()
  const [active, setActive] = useState<number | null>(null)
  const [across, up] = series
  if (!across || !up) return null
  const dots = rows
    .flatMap(({ name, values }) => {
      const [x, y] = [values[across.key] ?? null, values[up.key] ?? null]
      return x === null || y === null ? [] : [{ name, x, y }]
    })
    .toSorted((a, b) => a.x - b.x || a.y - b.y)
  const right = Math.max(LEFT + 1, width - RIGHT)
  const scale = (values: readonly number[]) =>
    scaleLinear()
      .domain([0, Math.max(0, ...values) || 1])
      .nice(TICKS)
  const x = scale(dots.map((dot) => dot.x)).range([LEFT, right])
  const y = scale(dots.map((dot) => dot.y)).range([HEIGHT - BOTTOM, TOP])
  const shown = active === null ? null : (dots[active] ?? null)
  const said = shown
    ? `${shown.name}: ${across.label} ${format(shown.x)}, ${up.label} ${format(shown.y)}`
    : ''
  function go(event: KeyboardEvent): void {
    const last = dots.length - 1
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
        onPointerLeave={() => setActive(null)}
        onBlur={() => setActive(null)}
        onKeyDown={go}
      >
        <svg width={width} height={HEIGHT} aria-hidden="true">
          {y.ticks(TICKS).map((tick) => (
            <g key={tick} transform={`translate(0 ${y(tick)})`}>
              <line x1={LEFT} x2={right} className={styles.gridLine} />
              <text x={LEFT - 8} dy="0.32em" className={styles.value}>
                {format(tick)}
              </text>
            </g>
          ))}
          {x.ticks(TICKS).map((tick) => (
            <text key={tick} x={x(tick)} y={HEIGHT - BOTTOM + 16} className={styles.name}>
              {format(tick)}
            </text>
          ))}
          <text x={(LEFT + right) / 2} y={HEIGHT - 6} className={styles.name}>
            {across.label}
          </text>
          <text x={LEFT - 48} y={14} className={styles.axis}>
            {up.label}
          </text>
          {dots.map((dot, place) => (
            <g key={`${dot.name} ${dot.x} ${dot.y}`} onPointerEnter={() => setActive(place)}>
              {/* A target that a finger meets. */}
              <circle cx={x(dot.x)} cy={y(dot.y)} r={14} fill="transparent" />
              <ChartMarkShape.Dot mark="circle" x={x(dot.x)} y={y(dot.y)} colour={up.colour} />
              {place === active ? (
                <circle cx={x(dot.x)} cy={y(dot.y)} r={7} fill="none" stroke={up.colour} strokeWidth={2} />
              ) : null}
            </g>
          ))}
        </svg>
        {shown ? (
          <div
            className={styles.tooltip}
            data-side={x(shown.x) > width / 2 ? 'left' : 'right'}
            style={{ insetInlineStart: x(shown.x) }}
            aria-hidden="true"
          >
            <strong>{shown.name}</strong>
            <span>
              {across.label} <b>{format(shown.x)}</b>
            </span>
            <span>
              {up.label} <b>{format(shown.y)}</b>
            </span>
          </div>
        ) : null}
      </div>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </div>
  )
}
