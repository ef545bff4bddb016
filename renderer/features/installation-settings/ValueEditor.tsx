import { Button, NativeSelect, NumberInput, Switch, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { contrastOf, isHardToRead } from '#shared/settings/contrast.ts'
import type { Editor, Shape } from '#shared/settings/shape.ts'
import { ColourField } from './ColourField.tsx'
import { Part } from './Part.tsx'
import styles from './Settings.module.css'
import { TEXT } from './text.ts'

interface EditorProps {
  readonly shape: Shape
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly label: string
  /** Whether the label stands elsewhere already. */
  readonly isLabelHidden?: boolean
}
type Of<K extends Editor['kind']> = Omit<EditorProps, 'shape'> & {
  readonly editor: Extract<Editor, { kind: K }>
}
type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Edits one value by its shape. */
export function ValueEditor({ shape: { editor }, ...props }: EditorProps) {
  switch (editor.kind) {
    case 'flag':
      return <FlagEditor {...props} />
    case 'number':
      return <NumberEditor {...props} editor={editor} />
    case 'choice':
      return <ChoiceEditor {...props} editor={editor} />
    case 'colour':
      return <ColourField {...props} value={String(props.value ?? '')} />
    case 'names':
      return <NamesEditor {...props} />
    case 'group':
      return <GroupEditor {...props} editor={editor} />
    case 'list':
      return <ListEditor {...props} editor={editor} />
    case 'byName':
      return <ByNameEditor {...props} editor={editor} />
    case 'text':
      return <TextEditor {...props} editor={editor} />
  }
}

const named = (label: string, isHidden = false) => (isHidden ? { 'aria-label': label } : { label })

function FlagEditor({ value, onChange, label, isLabelHidden = false }: Omit<EditorProps, 'shape'>) {
  return (
    <Switch
      aria-label={label}
      label={isLabelHidden ? (value === true ? TEXT.on : TEXT.off) : label}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

function NumberEditor({ editor, value, onChange, label, isLabelHidden }: Of<'number'>) {
  const { step, unit } = editor
  return (
    <NumberInput
      {...named(label, isLabelHidden)}
      className={styles.number}
      value={typeof value === 'number' ? value : ''}
      step={step}
      allowDecimal={step < 1}
      suffix={unit === '' ? '' : ` ${unit}`}
      // An empty field is a fault that the person sees, and no number.
      onChange={(next) => onChange(next === '' ? null : Number(next))}
    />
  )
}

function ChoiceEditor({ editor, value, onChange, label, isLabelHidden }: Of<'choice'>) {
  return (
    <NativeSelect
      {...named(label, isLabelHidden)}
      className={styles.choice}
      value={String(value)}
      data={Object.entries(editor.choices).map(([name, words]) => ({ value: name, label: words }))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function TextEditor({ editor, value, onChange, label, isLabelHidden }: Of<'text'>) {
  const props = {
    ...named(label, isLabelHidden),
    className: styles.text,
    value: String(value ?? ''),
    maxLength: editor.max,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  }
  return editor.isLong ? <Textarea {...props} autosize={false} rows={4} /> : <TextInput {...props} />
}

function NamesEditor({ value, onChange, label, isLabelHidden }: Omit<EditorProps, 'shape'>) {
  const [typed, setTyped] = useState<string | null>(null)
  const names = listOf(value).map(String)
  return (
    <Textarea
      {...named(label, isLabelHidden)}
      className={styles.text}
      description={TEXT.onePerLine}
      value={typed ?? names.join('\n')}
      rows={Math.min(10, Math.max(3, names.length + 1))}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        onChange(
          event.currentTarget.value
            .split('\n')
            .map((line) => line.trim())
            .filter((line) => line !== ''),
        )
      }}
      onBlur={() => setTyped(null)}
    />
  )
}

function GroupEditor({ editor, value, onChange, label }: Of<'group'>) {
  const fields = fieldsOf(value)
  const isPair = 'colour' in editor.fields && 'background' in editor.fields
  const pair = { colour: String(fields.colour ?? ''), background: String(fields.background ?? '') }
  return (
    <fieldset className={styles.group} data-pair={isPair || undefined}>
      <legend className={styles.hidden}>{label}</legend>
      {Object.entries(editor.fields)
        .filter(([, { isHidden }]) => !isHidden)
        .map(([name, { label: words, shape }]) => {
          const isWide = ['group', 'list', 'byName'].includes(shape.editor.kind)
          const field = () => (
            <ValueEditor
              key={name}
              shape={shape}
              value={fields[name]}
              label={words === '' ? label : words}
              isLabelHidden={words === '' || isPair}
              onChange={(next) => onChange({ ...fields, [name]: next })}
            />
          )
          return isWide ? (
            <Part key={name} summary={words}>
              {field}
            </Part>
          ) : (
            field()
          )
        })}
      {isPair ? <Sample {...pair} /> : null}
    </fieldset>
  )
}

/** How text of these colours reads; what is hard to read is marked (spec 5 §5.1). */
function Sample({ colour, background }: { readonly colour: string; readonly background: string }) {
  const ratio = contrastOf(colour, background)
  const isHard = isHardToRead({ colour, background })
  return (
    <span className={styles.sample}>
      <span style={{ color: colour, background }}>{TEXT.sample}</span>
      {ratio === null ? null : (
        <small data-hard={isHard || undefined}>
          {isHard ? TEXT.hardToRead : null} {TEXT.contrast((Math.floor(ratio * 10) / 10).toFixed(1))}
        </small>
      )}
    </span>
  )
}

/** A new one with a number of its own where it has one. */
function freshOf(fresh: unknown, others: readonly unknown[]): unknown {
  const id = fieldsOf(fresh).id
  if (id === undefined) return fresh
  const ids = others.map((one) => Number(fieldsOf(one).id ?? 0))
  return { ...fieldsOf(fresh), id: Math.max(0, ...ids) + 1 }
}

function ListEditor({ editor, value, onChange }: Of<'list'>) {
  const { of, one, fresh } = editor
  const items = listOf(value)
  return (
    <div className={styles.list}>
      {items.map((item, at) => (
        // The place is all that a new one has.
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity
        <div key={at} className={styles.item}>
          <ValueEditor
            shape={of}
            value={item}
            label={`${one} ${at + 1}`}
            onChange={(next) => onChange(items.map((old, i) => (i === at ? next : old)))}
          />
          <Button
            size="xs"
            variant="subtle"
            color="red"
            aria-label={TEXT.remove(`${one} ${at + 1}`)}
            onClick={() => onChange(items.filter((_, i) => i !== at))}
          >
            {TEXT.removeIt}
          </Button>
        </div>
      ))}
      <Button
        size="xs"
        variant="default"
        className={styles.adding}
        onClick={() => onChange([...items, freshOf(fresh, items)])}
      >
        {TEXT.add(one)}
      </Button>
    </div>
  )
}

function ByNameEditor({ editor, value, onChange, label }: Of<'byName'>) {
  const { of, names, fresh } = editor
  const [name, setName] = useState('')
  const values = fieldsOf(value)
  const set = (key: string, next: unknown) => {
    const { [key]: _old, ...others } = values
    // What may be left out is left out once it is empty.
    onChange(names !== null && fresh === '' && next === '' ? others : { ...values, [key]: next })
  }
  const shown = names === null ? Object.fromEntries(Object.keys(values).map((key) => [key, key])) : names
  const wanted = name.trim()
  return (
    <fieldset className={styles.named}>
      <legend className={styles.hidden}>{label}</legend>
      {Object.entries(shown).map(([key, words]) => (
        <div key={key} className={styles.namedOne}>
          <span>{words}</span>
          <ValueEditor
            shape={of}
            value={values[key] ?? fresh}
            label={words}
            isLabelHidden
            onChange={(next) => set(key, next)}
          />
          {names === null ? (
            <Button
              size="xs"
              variant="subtle"
              color="red"
              aria-label={TEXT.remove(key)}
              onClick={() => {
                const { [key]: _old, ...others } = values
                onChange(others)
              }}
            >
              {TEXT.removeIt}
            </Button>
          ) : null}
        </div>
      ))}
      {names === null ? (
        <form
          className={styles.addName}
          onSubmit={(event) => {
            event.preventDefault()
            if (wanted === '' || wanted in values) return
            onChange({ ...values, [wanted]: fresh })
            setName('')
          }}
        >
          <TextInput
            aria-label={TEXT.newName}
            placeholder={TEXT.newName}
            value={name}
            maxLength={60}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" variant="default">
            {TEXT.addName}
          </Button>
        </form>
      ) : null}
    </fieldset>
  )
}
