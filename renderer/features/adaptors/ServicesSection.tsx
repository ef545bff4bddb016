import {
  aiSettings,
  SERVICE_ADDRESSES,
  SERVICE_KINDS,
  type ServiceInfo,
  serviceSettings,
} from '#shared/contract/adaptors.ts'
import styles from './Adaptors.module.css'
import { WayFrame, WithAdaptors } from './form-parts.tsx'
import { SERVICES_TEXT as TEXT } from './services-text.ts'
import { WayForm, type WayItem } from './WayForm.tsx'
import { INBOUND_TEXT } from './webhook-text.ts'

type Settings = ServiceInfo['settings']
type Ai = Extract<ServiceInfo, { kind: 'AI' }>
type AiSettings = Ai['settings']

/** The settings of every service, with one of its own after the address. */
const itemsOf = <S extends Settings>(...own: WayItem<S>[]): readonly WayItem<S>[] => [
  { field: 'address', label: TEXT.address, wrong: INBOUND_TEXT.addressWrong, type: 'url' },
  ...own,
  { secret: 'key', label: TEXT.key, need: 'always' },
  { field: 'monthlyLimit', label: TEXT.limit, hint: TEXT.limitHint, wrong: TEXT.limitWrong, type: 'number' },
]
const ITEMS = itemsOf<Settings>()
const AI_ITEMS = itemsOf<AiSettings>({
  ...{ field: 'model', label: TEXT.model, hint: TEXT.modelHint, wrong: TEXT.modelWrong },
})

/** Services that are asked now and then, with a key of the company's (spec 5 §5.3). */
export function ServicesSection() {
  return (
    <WithAdaptors>
      {(all) =>
        SERVICE_KINDS.map((kind) => {
          const { name, lead, notYet, how } = TEXT.kinds[kind]
          const adaptor = all.find((one): one is ServiceInfo => one.kind === kind)
          const ai = all.find((one): one is Ai => one.kind === 'AI')
          const parts = { kind, name }
          const empty = { address: SERVICE_ADDRESSES[kind], monthlyLimit: null }
          const key = adaptor?.version ?? 0
          return (
            <WayFrame
              key={kind}
              {...{ name, adaptor, path: null, callback: '', how }}
              lead={adaptor ? lead : notYet}
            >
              {adaptor ? (
                <p className={styles.lead}>
                  {TEXT.used(adaptor.usedThisMonth, adaptor.settings.monthlyLimit)}
                </p>
              ) : null}
              {kind === 'AI' ? (
                <WayForm
                  key={key}
                  {...{ ...parts, adaptor: ai, schema: aiSettings, items: AI_ITEMS }}
                  empty={{ ...empty, model: '' }}
                />
              ) : (
                <WayForm key={key} {...{ ...parts, adaptor, empty, schema: serviceSettings, items: ITEMS }} />
              )}
            </WayFrame>
          )
        })
      }
    </WithAdaptors>
  )
}
