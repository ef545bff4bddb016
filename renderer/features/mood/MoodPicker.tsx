import {
  IconMoodConfuzed,
  IconMoodEmpty,
  IconMoodHappy,
  IconMoodSad,
  IconMoodSmile,
} from '@tabler/icons-react'
import { MOODS } from '#shared/domain/mood.ts'
import styles from './MoodDialog.module.css'
import { MOOD_TEXT } from './text.ts'

const FACES = [IconMoodSad, IconMoodConfuzed, IconMoodEmpty, IconMoodSmile, IconMoodHappy]

/** The face of a mood, from 1 (sad) to 5 (happy). */
export function MoodFace({ value, size }: { value: number; size: number }) {
  const Face = FACES[value - 1] ?? IconMoodEmpty
  return <Face size={size} stroke={1.5} aria-hidden="true" />
}

interface MoodPickerProps {
  readonly value: number | null
  readonly onPick: (value: number) => void
}

/** Five moods from sad to happy, one of which is chosen (spec 3 §3). */
export function MoodPicker({ value, onPick }: MoodPickerProps) {
  return (
    <fieldset className={styles.moods}>
      <legend className="visually-hidden">{MOOD_TEXT.question}</legend>
      {MOODS.map((mood) => (
        <label key={mood.value} className={styles.mood} data-mood={mood.value}>
          <input
            className="visually-hidden"
            type="radio"
            name="mood"
            value={mood.value}
            checked={value === mood.value}
            onChange={() => onPick(mood.value)}
          />
          <MoodFace value={mood.value} size={38} />
          <span>{mood.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
