import { type ChartMark, dashOf, hatchOf, markOf } from './chart-parts.ts'

interface DotProps {
  readonly mark: ChartMark
  readonly x: number
  readonly y: number
  readonly colour: string
}

const POINTS: Readonly<Record<Exclude<ChartMark, 'circle'>, string>> = {
  square: '-4,-4 4,-4 4,4 -4,4',
  triangle: '0,-5 5,4 -5,4',
  diamond: '0,-5.5 5.5,0 0,5.5 -5.5,0',
}

/** A point of a series, in its shape. */
function Dot({ mark, x, y, colour }: DotProps) {
  return mark === 'circle' ? (
    <circle cx={x} cy={y} r={3.5} fill={colour} />
  ) : (
    <polygon points={POINTS[mark]} transform={`translate(${x} ${y})`} fill={colour} />
  )
}

interface ShapeProps {
  readonly kind: 'line' | 'stacked'
  readonly place: number
  readonly colour: string
}

/** How a series looks, for the legend. */
export function ChartMarkShape({ kind, place, colour }: ShapeProps) {
  const hatch = hatchOf(place)
  return (
    <svg width={26} height={14} viewBox="-13 -7 26 14" aria-hidden="true">
      {kind === 'line' ? (
        <>
          <line x1={-13} x2={13} stroke={colour} strokeWidth={2} strokeDasharray={dashOf(place)} />
          <Dot mark={markOf(place)} x={0} y={0} colour={colour} />
        </>
      ) : (
        <>
          <rect x={-9} y={-6} width={18} height={12} rx={2} fill={colour} />
          {hatch === null
            ? null
            : [-6, 0, 6].map((x) => (
                <line
                  key={x}
                  x1={x}
                  x2={x}
                  y1={-6}
                  y2={6}
                  stroke="var(--fw-surface)"
                  strokeWidth={hatch.width * 0.8}
                  transform={`rotate(${hatch.angle} ${x} 0)`}
                />
              ))}
        </>
      )}
    </svg>
  )
}
ChartMarkShape.Dot = Dot
