import type { ReactNode } from 'react'
import type { Season } from '#shared/domain/season.ts'
import styles from './GreetingPanel.module.css'

/** The season in a corner of the greeting panel: line art in the panel's own colours. Decorative. */
export function SeasonArt({ season }: { season: Season }) {
  return (
    <svg className={styles.season} viewBox="0 0 240 240" aria-hidden="true" data-season={season}>
      {ART[season]}
    </svg>
  )
}

interface Place {
  readonly x: number
  readonly y: number
  readonly size: number
}

const place = (x: number, y: number, size: number): Place => ({ x, y, size })
const ring = (count: number) => Array.from({ length: count }, (_, i) => (360 / count) * i)
const shift = ({ x, y, size }: Place, turn = 0) => `translate(${x} ${y}) rotate(${turn}) scale(${size / 10})`

function Snowflake(at: Place) {
  return (
    <g transform={shift(at, 15)} className={styles.pale}>
      {ring(6).map((turn) => (
        <path key={turn} d="M0 0V-10M0 -6L-3 -9M0 -6L3 -9" transform={`rotate(${turn})`} />
      ))}
    </g>
  )
}

function Burst({ rays, ...at }: Place & { rays: number }) {
  return (
    <g transform={shift(at)}>
      {ring(rays).map((turn, i) => (
        <g key={turn} transform={`rotate(${turn})`}>
          <path d={i % 2 ? 'M0 -4V-8' : 'M0 -4V-10'} className={styles.gold} />
          <circle cy={i % 2 ? -9.6 : -11.8} r="0.55" className={styles.goldFill} />
        </g>
      ))}
    </g>
  )
}

function Blossom(at: Place) {
  return (
    <g transform={shift(at)}>
      {ring(5).map((turn) => (
        <path
          key={turn}
          d="M0 0C-6 -4 -4 -10 0 -9C4 -10 6 -4 0 0Z"
          transform={`rotate(${turn})`}
          className={styles.paleFill}
        />
      ))}
      <circle r="2" className={styles.goldFill} />
    </g>
  )
}

function Leaf({ turn, ...at }: Place & { turn: number }) {
  return (
    <g transform={shift(at, turn)}>
      <path d="M0 10C-8 5 -8 -5 0 -12C8 -5 8 5 0 10Z" className={styles.goldTint} />
      <path d="M0 15V-7M0 4L-4 0M0 4L4 0M0 -2L-3 -5M0 -2L3 -5" className={styles.gold} />
    </g>
  )
}

function Egg({ turn, ...at }: Place & { turn: number }) {
  return (
    <g transform={shift(at, turn)}>
      <path d="M0 -12C6 -12 9 -3 9 2A9 9 0 0 1 -9 2C-9 -3 -6 -12 0 -12Z" className={styles.paleFill} />
      <path d="M-8 -3L-4 -6L0 -3L4 -6L8 -3M-9 3L-4.5 0L0 3L4.5 0L9 3" className={styles.gold} />
    </g>
  )
}

function Bat(at: Place) {
  return (
    <path
      transform={shift(at)}
      d="M0 2C-3 -2 -6 -2 -12 -5C-11 0 -9 2 -9 5C-7 3 -5 3 -4 6C-3 4 -1 5 0 7C1 5 3 4 4 6C5 3 7 3 9 5C9 2 11 0 12 -5C6 -2 3 -2 0 2Z"
      className={styles.paleFill}
    />
  )
}

const ART: Record<Season, ReactNode> = {
  CHRISTMAS: (
    <>
      <path d="M18 0C60 58 128 84 240 78" className={styles.pale} />
      {[place(48, 40, 10), place(92, 66, 10), place(142, 79, 10), place(196, 81, 10)].map((at, i) => (
        <g key={at.x} transform={shift(at)}>
          <path d="M0 -4V0" className={styles.pale} />
          <path d="M-3 0H3L5 10A5 5 0 0 1 -5 10Z" className={i % 2 ? styles.paleFill : styles.goldFill} />
        </g>
      ))}
      {[
        place(70, 132, 16),
        place(150, 150, 22),
        place(206, 136, 12),
        place(112, 196, 11),
        place(192, 208, 15),
      ].map((at) => (
        <Snowflake key={at.x} {...at} />
      ))}
    </>
  ),
  NEW_YEAR: (
    <>
      <Burst {...place(160, 78, 46)} rays={16} />
      <Burst {...place(78, 130, 26)} rays={12} />
      <Burst {...place(196, 178, 22)} rays={12} />
    </>
  ),
  SPRING: (
    <>
      <path
        d="M240 30C186 44 138 70 96 128M168 58C164 84 170 104 186 124M130 92C116 88 98 90 84 98"
        className={styles.pale}
      />
      {[
        place(96, 130, 17),
        place(168, 60, 20),
        place(188, 128, 15),
        place(82, 98, 12),
        place(214, 38, 14),
      ].map((at) => (
        <Blossom key={at.x} {...at} />
      ))}
    </>
  ),
  EASTER: (
    <>
      <Egg {...place(110, 120, 36)} turn={-14} />
      <Egg {...place(178, 112, 42)} turn={10} />
      <path
        d="M60 172C92 150 102 172 118 168C140 146 150 174 168 166C184 150 204 170 226 160"
        className={styles.pale}
      />
      <Blossom {...place(72, 70, 12)} />
    </>
  ),
  SUMMER: (
    <>
      <circle cx="164" cy="92" r="36" className={styles.goldTint} />
      {ring(16).map((turn, i) => (
        <path
          key={turn}
          d={i % 2 ? 'M0 -48V-58' : 'M0 -48V-68'}
          transform={`translate(164 92) rotate(${turn})`}
          className={styles.gold}
        />
      ))}
    </>
  ),
  AUTUMN: (
    <>
      <Leaf {...place(172, 64, 26)} turn={28} />
      <Leaf {...place(104, 112, 19)} turn={-36} />
      <Leaf {...place(198, 152, 16)} turn={70} />
      <Leaf {...place(134, 196, 13)} turn={-10} />
    </>
  ),
  HALLOWEEN: (
    <>
      <circle cx="166" cy="84" r="50" className={styles.goldTint} />
      <Bat {...place(142, 92, 24)} />
      <Bat {...place(78, 126, 15)} />
      <Bat {...place(204, 158, 12)} />
    </>
  ),
  BONFIRE: (
    <>
      <Burst {...place(112, 64, 24)} rays={12} />
      <Burst {...place(194, 72, 32)} rays={14} />
      <path
        d="M160 132C186 160 194 176 184 198C178 212 142 212 136 198C128 180 146 172 146 152C154 158 160 148 160 132Z"
        className={styles.goldTint}
      />
      <path
        d="M160 168C172 182 172 190 168 200C164 206 156 206 152 200C148 190 160 184 160 168Z"
        className={styles.goldFill}
      />
      <path d="M120 214L200 224M200 214L120 224" className={styles.pale} />
    </>
  ),
}
