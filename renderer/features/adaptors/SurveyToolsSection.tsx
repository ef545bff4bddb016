import { Checkbox } from '@mantine/core'
import {
  SURVEY_KINDS,
  type SurveyInfo,
  type SurveySettings,
  surveyToolSettings,
} from '#shared/contract/adaptors.ts'
import styles from './Adaptors.module.css'
import { WayFrame, WithAdaptors } from './form-parts.tsx'
import { momentOf } from './moments.ts'
import { Outcomes } from './Outcomes.tsx'
import { SURVEY_TEXT as TEXT } from './services-text.ts'
import { WayForm, type WayItem } from './WayForm.tsx'
import { INBOUND_TEXT } from './webhook-text.ts'

const ITEMS: readonly WayItem<SurveySettings>[] = [
  { field: 'address', label: TEXT.address, wrong: INBOUND_TEXT.addressWrong, type: 'url' },
  { field: 'account', label: TEXT.account, wrong: TEXT.accountWrong },
  { secret: 'password', label: TEXT.password, need: 'always' },
  { field: 'everyMinutes', label: TEXT.every, wrong: TEXT.everyWrong, type: 'number' },
]

/** The programs in which interviews are held, and what is taken from them (spec 5 §5.3). */
export function SurveyToolsSection() {
  return (
    <WithAdaptors>
      {(all) =>
        SURVEY_KINDS.map((kind) => {
          const name = TEXT.kinds[kind]
          const adaptor = all.find((one): one is SurveyInfo => one.kind === kind)
          return (
            <WayFrame
              key={kind}
              {...{ name, adaptor, path: null, callback: '', how: adaptor ? '' : TEXT.how }}
              lead={adaptor ? TEXT.lead : TEXT.notYet}
            >
              {adaptor ? (
                <p className={styles.lead}>
                  {adaptor.syncedAt === null ? TEXT.notSynced : TEXT.syncedAt(momentOf(adaptor.syncedAt))}
                </p>
              ) : null}
              <WayForm
                key={adaptor?.version ?? 0}
                {...{ kind, name, adaptor, schema: surveyToolSettings, items: ITEMS }}
                empty={{ address: '', account: '', everyMinutes: 1, takesAllocations: false, outcomes: [] }}
                more={({ outcomes, takesAllocations }, set, isChecked) => (
                  <>
                    <Checkbox
                      label={TEXT.takesAllocations}
                      description={TEXT.takesHint}
                      checked={takesAllocations}
                      onChange={({ currentTarget }) => set({ takesAllocations: currentTarget.checked })}
                    />
                    <Outcomes
                      {...{ outcomes, isChecked }}
                      unmapped={adaptor?.unmapped ?? []}
                      onChange={(changed) => set({ outcomes: changed })}
                    />
                  </>
                )}
              />
            </WayFrame>
          )
        })
      }
    </WithAdaptors>
  )
}
