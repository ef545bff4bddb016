import type { MyDay } from '#shared/contract/my-day.ts'
import { figureText, valueText } from '#shared/domain/interview-text.ts'
import { INTERVIEW_FIGURES } from '#shared/domain/interviews.ts'
import { numberText } from '#shared/domain/locale.ts'
import { type TargetMeasure, targetLabel, targetText } from '#shared/domain/targets.ts'
import { TargetNote } from '../target-note/index.ts'
import { ReportLink } from './ReportLink.tsx'
import styles from './TrackerHome.module.css'
import { TEXT } from './text.ts'

const SHOWN = [
  ...(['completesPerHour', 'attempts', 'contacts'] as const),
  ...(['strikeRate', 'refusalRate', 'appointments', 'interviewingHours'] as const),
]

/** The others have a line only where a target of them holds. */
const STANDING: readonly TargetMeasure[] = ['completes', ...SHOWN]

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

type FiguresDay = Pick<MyDay, 'own' | 'project' | 'target' | 'targets' | 'lastHour'>

/** The figures alone, as their person and whoever looks at them read them. */
export function DayFigures({ day }: { readonly day: FiguresDay }) {
  const { own, project, target, targets, lastHour } = day
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
            <TargetNote targets={targets} measure={figure} />
          </dd>
        </div>
      ))}
      {targets
        .filter(({ measure }) => !STANDING.includes(measure))
        .map(({ measure, now }) => (
          <div key={measure}>
            <dt>{targetLabel(measure)}</dt>
            <dd>
              {targetText(measure, now)}
              <TargetNote targets={targets} measure={measure} />
            </dd>
          </div>
        ))}
    </dl>
  )
}
