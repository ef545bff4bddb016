import {
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import styles from './Chart.module.css'
import { ChartMarkShape } from './ChartMarkShape.tsx'
import { type ChartData, dashOf, type Hatch, hatchOf, markOf } from './chart-parts.ts'

const HEIGHT = 260
const TEXT_SIZE = 'var(--type-small)'

/** The picture of a chart. The library is fetched with it, so that a page without one doesn't bring it. */
export function ChartDrawing({
  kind,
  series,
  rows,
  format,
  summary,
}: ChartData & { readonly summary: string }) {
  const data = rows.map(({ name, values }) => ({ name, ...values }))
  const axes = (
    <>
      <CartesianGrid stroke="var(--fw-line)" vertical={false} />
      <XAxis
        dataKey="name"
        tick={{ fill: 'var(--fw-text-2)', fontSize: TEXT_SIZE }}
        stroke="var(--fw-line-strong)"
        minTickGap={14}
      />
      <YAxis
        tickFormatter={(value: number) => format(value)}
        tick={{ fill: 'var(--fw-text-2)', fontSize: TEXT_SIZE }}
        stroke="var(--fw-line-strong)"
        width={64}
      />
      <Tooltip
        isAnimationActive={false}
        cursor={kind === 'line' ? { stroke: 'var(--fw-line-strong)' } : { fill: 'var(--fw-hover)' }}
        content={({ active, payload, label }) =>
          active && payload.length > 0 ? (
            <div className={styles.tooltip}>
              <strong>{label}</strong>
              {payload.map(({ dataKey, name, value }) => (
                <span key={String(dataKey)}>
                  {name} <b>{typeof value === 'number' ? format(value) : '–'}</b>
                </span>
              ))}
            </div>
          ) : null
        }
      />
      <Legend
        content={() => (
          <ul className={styles.legend}>
            {series.map(({ key, label, colour }, place) => (
              <li key={key}>
                <ChartMarkShape kind={kind} place={place} colour={colour} />
                {label}
              </li>
            ))}
          </ul>
        )}
      />
    </>
  )
  return (
    <ResponsiveContainer width="100%" height={HEIGHT}>
      {kind === 'line' ? (
        <LineChart data={data} title={summary} margin={{ top: 8, right: 12 }}>
          {axes}
          {series.map(({ key, label, colour }, place) => (
            <Line
              key={key}
              dataKey={key}
              name={label}
              stroke={colour}
              strokeWidth={2}
              strokeDasharray={dashOf(place) ?? '0'}
              connectNulls={false}
              isAnimationActive={false}
              dot={({ cx, cy, index }) =>
                cx === undefined || cy === undefined ? (
                  <g key={index} />
                ) : (
                  <ChartMarkShape.Dot key={index} mark={markOf(place)} x={cx} y={cy} colour={colour} />
                )
              }
            />
          ))}
        </LineChart>
      ) : (
        <BarChart data={data} title={summary} margin={{ top: 8, right: 12 }}>
          <defs>
            {series.map(({ key, colour }, place) => (
              <Filling key={key} id={hatchID(key)} hatch={hatchOf(place)} colour={colour} />
            ))}
          </defs>
          {axes}
          {series.map(({ key, label }) => (
            <Bar
              key={key}
              dataKey={key}
              name={label}
              stackId="all"
              fill={`url(#${hatchID(key)})`}
              stroke="var(--fw-surface)"
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      )}
    </ResponsiveContainer>
  )
}

const hatchID = (key: string) => `chart-hatch-${key}`

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
