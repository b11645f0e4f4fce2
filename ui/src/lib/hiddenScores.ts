import { store, stored } from './storage.ts'

const KEY = 'plp.hide-live-scores'

/** The reader’s choice to see no score of a match under way, kept in the browser. */
export const areScoresHidden = (): boolean => stored(KEY) === 'on'

export const hideScores = (isOn: boolean): void => void store(KEY, isOn ? 'on' : 'off')
