/** A number with its unit, a date or a time of day where it stands; in whatever form it is written, its key is the same. */
export interface Quantity {
  at: number;
  end: number;
  kind: 'date' | 'time' | 'amount' | 'rate';
  /** Empty where there is none. */
  unit: string;
  /** "time 15:00", "amount 0.5 h", "rate 6000 /h". */
  key: string;
}
