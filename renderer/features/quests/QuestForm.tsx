import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { saveQuest } from '#shared/contract/gamification.ts'
import { londonField } from '#shared/domain/london-time.ts'
import {
  CHEER_MAX,
  isSpeed,
  QUEST_DAYS_MAX,
  QUEST_MEASURES,
  QUEST_REWARD_MAX,
  QUEST_TEMPLATES,
  SPEED_MIN_QC,
} from '#shared/domain/quests.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import styles from './Quests.module.css'
import { TEXT } from './text.ts'

const OWN = {
  ...{ name: '', icon: '🎯', message: '', measure: 'qcScore', aim: 86 as number },
  ...{ minQcScore: null as number | null, days: 7, rewardXP: 100 },
}

interface QuestFormProps {
  readonly people: readonly { readonly id: number; readonly name: string; readonly isTeam: boolean }[]
  readonly onClose: () => void
  readonly onDone: () => void
}

/** A quest from a template or of one's own, offered to people of the scope. */
export function QuestForm({ people, onClose, onDone }: QuestFormProps) {
  const { api, now, notices } = useServices()
  const [template, setTemplate] = useState<string>(QUEST_TEMPLATES[0]?.key ?? '')
  const [values, setValues] = useState(() => fieldsOf(QUEST_TEMPLATES[0] ?? OWN))
  const [from, setFrom] = useState(() => londonField(now()).slice(0, 10))
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    () => new Set(people.filter(({ isTeam }) => isTeam).map(({ id }) => id)),
  )
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const set = (key: keyof typeof values) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget
    setValues((before) => ({
      ...before,
      [key]: value,
      // Speed asks for quality: the field is filled, and can be raised.
      ...(key === 'measure' &&
        isSpeed(value) &&
        before.minQcScore === '' && { minQcScore: String(SPEED_MIN_QC) }),
    }))
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    const { name, icon, message, measure } = values
    const quest = {
      ...{ name, icon, message, measure, from, aim: Number(values.aim), days: Number(values.days) },
      ...{ rewardXP: Number(values.rewardXP), userIDs: [...chosen] },
      minQcScore: values.minQcScore === '' ? null : Number(values.minQcScore),
    }
    try {
      await api.call(saveQuest, quest, { quiet: true })
      notices.show('success', TEXT.started)
      onDone()
    } catch (error) {
      setProblem(refusalOf(error))
      setBusy(false)
    }
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <NativeSelect
        data-autofocus
        label={TEXT.templates}
        value={template}
        data={[
          ...QUEST_TEMPLATES.map(({ key, name }) => ({ value: key, label: name })),
          { value: '', label: TEXT.own },
        ]}
        onChange={({ currentTarget: { value } }) => {
          setTemplate(value)
          setValues(fieldsOf(QUEST_TEMPLATES.find(({ key }) => key === value) ?? OWN))
        }}
      />
      <div className={styles.fields}>
        <TextInput required label={TEXT.name} maxLength={100} value={values.name} onChange={set('name')} />
        <TextInput required label={TEXT.icon} maxLength={16} value={values.icon} onChange={set('icon')} />
      </div>
      <TextInput
        required
        label={TEXT.message}
        maxLength={CHEER_MAX}
        value={values.message}
        onChange={set('message')}
      />
      <div className={styles.fields}>
        <NativeSelect
          label={TEXT.measure}
          value={values.measure}
          data={Object.entries(QUEST_MEASURES).map(([value, label]) => ({ value, label }))}
          onChange={set('measure')}
        />
        <TextInput
          required
          type="number"
          min={0}
          step="any"
          label={TEXT.aim}
          value={values.aim}
          onChange={set('aim')}
        />
        <TextInput
          type="number"
          min={0}
          max={100}
          label={TEXT.minQc}
          placeholder={TEXT.noQc}
          value={values.minQcScore}
          onChange={set('minQcScore')}
        />
      </div>
      <div className={styles.fields}>
        <TextInput
          required
          type="date"
          label={TEXT.from}
          value={from}
          onChange={({ currentTarget }) => setFrom(currentTarget.value)}
        />
        <TextInput
          required
          type="number"
          min={1}
          max={QUEST_DAYS_MAX}
          label={TEXT.days}
          value={values.days}
          onChange={set('days')}
        />
        <TextInput
          required
          type="number"
          min={1}
          max={QUEST_REWARD_MAX}
          label={TEXT.reward}
          value={values.rewardXP}
          onChange={set('rewardXP')}
        />
      </div>
      <div className={styles.head}>
        <strong>
          {TEXT.whom} ({TEXT.chosen(chosen.size)})
        </strong>
        <div className={styles.buttons}>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => setChosen(new Set(people.filter(({ isTeam }) => isTeam).map(({ id }) => id)))}
          >
            {TEXT.team}
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => setChosen(new Set(people.map(({ id }) => id)))}
          >
            {TEXT.whole}
          </Button>
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
      <section className={styles.choices} aria-label={TEXT.whom} tabIndex={0}>
        {people.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.has(id)}
            onChange={({ currentTarget: { checked } }) =>
              setChosen(
                (before) => new Set(checked ? [...before, id] : [...before].filter((one) => one !== id)),
              )
            }
          />
        ))}
      </section>
      <Problem>{problem}</Problem>
      <FormActions>
        <Button variant="default" onClick={onClose}>
          {TEXT.cancel}
        </Button>
        <Button type="submit" loading={isBusy} disabled={chosen.size === 0}>
          {TEXT.offer}
        </Button>
      </FormActions>
    </form>
  )
}

type Values = Pick<
  typeof OWN,
  'name' | 'icon' | 'message' | 'measure' | 'aim' | 'minQcScore' | 'days' | 'rewardXP'
>

const fieldsOf = ({ name, icon, message, measure, aim, minQcScore, days, rewardXP }: Values) => ({
  ...{ name, icon, message, measure, aim: String(aim), days: String(days), rewardXP: String(rewardXP) },
  minQcScore: minQcScore === null ? '' : String(minQcScore),
})
