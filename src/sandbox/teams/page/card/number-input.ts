/**
 * Input.Number of the official renderer takes an empty field for a number that is too small or too large; here, as in
 * Teams, an empty field is nothing, which only a required one refuses.
 */
export class NumberInput extends AdaptiveCards.NumberInput {
  override isValid(): boolean {
    return this.isSet() ? super.isValid() : !this.isRequired;
  }
}
