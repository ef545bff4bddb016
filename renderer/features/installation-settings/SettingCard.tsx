import { Button } from '@mantine/core'
import { momentText } from '#shared/domain/moment-text.ts'
import { settingOf } from '#shared/settings/registry.ts'
import type { Editor } from '#shared/settings/shape.ts'
import { MenuLabels } from './MenuLabels.tsx'
import { Part } from './Part.tsx'
import styles from './Settings.module.css'
import { TEXT } from './text.ts'
import type { PageSetting } from './use-settings-page.ts'
import { ValueEditor } from './ValueEditor.tsx'
import { wordsOf } from './words.ts'

interface SettingCardProps {
  readonly setting: PageSetting
  readonly onChange: (value: unknown) => void
  readonly onUndo: () => void
  readonly onHistory: () => void
}

const isWide = (kind: string) => ['group', 'list', 'byName'].includes(kind)
const isSentence = (editor: Editor) => editor.kind === 'group' && editor.words !== undefined

/** One setting with its meaning, value, default, range, and who changed it when (spec 5 §5.1). */
export function SettingCard({ setting, onChange, onUndo, onHistory }: SettingCardProps) {
  const { key, shown, value, isChanged, fault } = setting
  const { label, meaning, shape, awaits } = settingOf(key)
  const { editor } = shape
  const { usual, changedBy, changedAt } = shown
  const body = () =>
    key === 'words.menuLabels' ? (
      <MenuLabels value={value as Readonly<Record<string, string>>} onChange={onChange} />
    ) : (
      <ValueEditor shape={shape} value={value} label={label} isLabelHidden onChange={onChange} />
    )
  const isUsual = JSON.stringify(value) === JSON.stringify(usual)
  const button = { size: 'compact-xs', variant: 'subtle' } as const
  return (
    <li
      className={styles.setting}
      aria-label={label}
      data-changed={isChanged || undefined}
      data-setting={key}
    >
      <div className={styles.about}>
        <h3>
          {label}
          {isChanged ? <span className={styles.badge}>{TEXT.unsaved}</span> : null}
        </h3>
        <p>{meaning}</p>
        {awaits === null ? null : <p className={styles.small}>{TEXT.awaits(awaits)}</p>}
      </div>
      <div className={styles.value}>
        {isWide(editor.kind) ? (
          <Part
            summary={
              <>
                <b>{TEXT.edit}</b>
                <span className={styles.hidden}>{label}</span>
                <span>{wordsOf(shape, value)}</span>
              </>
            }
          >
            {body}
          </Part>
        ) : (
          body()
        )}
        {fault === null ? null : (
          <p className={styles.fault} role="alert">
            {fault}
          </p>
        )}
      </div>
      <p className={styles.facts}>
        {isWide(editor.kind) && !isSentence(editor) ? null : <span>{TEXT.usual(wordsOf(shape, usual))}</span>}
        {editor.kind === 'number' ? <span>{TEXT.range(editor.min, editor.max, editor.unit)}</span> : null}
        <span>{changedAt === null ? TEXT.neverChanged : TEXT.changed(changedBy, momentText(changedAt))}</span>
        <span className={styles.actions}>
          {isChanged ? (
            <Button {...button} aria-label={TEXT.undoOf(label)} onClick={onUndo}>
              {TEXT.undo}
            </Button>
          ) : null}
          {isUsual ? null : (
            <Button {...button} aria-label={TEXT.usualOf(label)} onClick={() => onChange(usual)}>
              {TEXT.toUsual}
            </Button>
          )}
          <Button {...button} aria-label={TEXT.historyOf(label)} onClick={onHistory}>
            {TEXT.history}
          </Button>
        </span>
      </p>
    </li>
  )
}
