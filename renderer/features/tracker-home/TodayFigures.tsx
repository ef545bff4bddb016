import type { MyDay } from '#shared/contract/my-day.ts'
import { figureText, valueText } from '#shared/domain/interview-text.ts'
import { INTERVIEW_FIGURES } from '#shared/domain/interviews.ts'
import { numberText } from '#shared/domain/locale.ts'
import { ReportLink } from './ReportLink.tsx'
import styles from './TrackerHome.module.css'
import { TEXT } from './text.ts'

const SHOWN = [
  ...(['completesPerHour', 'attempts', 'contacts'] as const),
  ...(['strikeRate', 'refusalRate', 'appointments', 'interviewingHours'] as const),
]

/** The day's figures of interviewing against the target, beside the project's (spec 4 §4.2.1). */
export function TodayFigures({ day }: { readonly day: MyDay }) {
  return (
    <section className={styles.paper} aria-label={TEXT.today}>
      <header>
        <h3>{TEXT.today}</h3>
        <ReportLink />
      </header>
      <DayFigures day={day} />
    </section>
  )
}

type FiguresDay = Pick<MyDay, 'own' | 'project' | 'target' | 'lastHour'>

/** The figures alone, as their person and whoever looks at them read them. */
export function DayFigures({ day: { own, project, target, lastHour } }: { readonly day: FiguresDay }) {
  return (
    <dl className={styles.figures}>
      <div data-large="true">
        <dt>{TEXT.completes}</dt>
        <dd>
          {figureText('completes', own)}{' '}
          <span>{target === null ? TEXT.noTarget : TEXT.ofTarget(numberText(target))}</span>
        </dd>
      </div>
      {SHOWN.map((figure) => (
        <div key={figure}>
          <dt>{INTERVIEW_FIGURES[figure].label}</dt>
          <dd>
            {figureText(figure, own)}
            {figure === 'completesPerHour' ? (
              <>
                {' '}
                <span>{TEXT.lastHour(valueText(figure, lastHour))}</span>
              </>
            ) : null}
            {INTERVIEW_FIGURES[figure].kind === 'count' || figure === 'interviewingHours' ? null : (
              <>
                {' '}
                <span>{TEXT.projectValue(figureText(figure, project))}</span>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
