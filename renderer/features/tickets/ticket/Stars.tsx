import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { RATING_MAX, RATING_MIN } from '#shared/domain/tickets.ts'
import { TEXT } from '../text.ts'
import styles from './Details.module.css'

const RATINGS = Array.from({ length: RATING_MAX - RATING_MIN + 1 }, (_, place) => RATING_MIN + place)

/** A rating as stars. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span className={styles.stars} role="img" aria-label={TEXT.stars(rating)}>
      {RATINGS.map((star) =>
        star <= rating ? (
          <IconStarFilled key={star} size={16} />
        ) : (
          <IconStar key={star} size={16} stroke={1.6} />
        ),
      )}
    </span>
  )
}

interface StarPickerProps {
  /** 0 until one is chosen. */
  readonly rating: number
  readonly onChange: (rating: number) => void
}

/** Chooses from 1 to 5 stars, as radio buttons are chosen. */
export function StarPicker({ rating, onChange }: StarPickerProps) {
  return (
    <fieldset className={styles.starPicker}>
      <legend>{TEXT.rating}</legend>
      {RATINGS.map((star) => (
        <label key={star} data-on={star <= rating}>
          <input
            type="radio"
            name="rating"
            className="visually-hidden"
            checked={star === rating}
            aria-label={TEXT.star(star)}
            onChange={() => onChange(star)}
          />
          {star <= rating ? (
            <IconStarFilled size={30} aria-hidden="true" />
          ) : (
            <IconStar size={30} stroke={1.5} aria-hidden="true" />
          )}
        </label>
      ))}
    </fieldset>
  )
}
