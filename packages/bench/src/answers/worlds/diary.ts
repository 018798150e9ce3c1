export const diary = `
metoprolol | 170 | 0.6 | episodic | Dr. Brandt | visit-march | Dr. Brandt put me on 50 mg metoprolol, one in the morning, never on an empty stomach.
metoprolol-tired | 158 | 0.2 | semantic | | | Since the new heart pills I fall asleep on the sofa at seven.
ramipril-cough | 222 | 0.9 | episodic | Dr. Brandt | visit-january | Ramipril stopped because of the dry cough. It took three weeks until that was gone.
ibuprofen | 165 | 0.3 | episodic | Dr. Brandt | visit-march | No ibuprofen with my heart medicine, paracetamol is all right, at most three grams a day.
knee-injury | 95 | 0.5 | semantic | | | Twisted my left knee getting off the tram.
knee-mri | 81 | 0.7 | episodic | Dr. Iwasaki | ortho-1 | The MRI shows a small tear in the inner meniscus. Dr. Iwasaki would wait, no surgery for now, physiotherapy first.
knee-shot | 40 | 0.4 | episodic | Dr. Iwasaki | ortho-2 | Got a cortisone injection in the knee, blood sugar may be high for some days.
physio | 72 | 0.1 | episodic | Marlene | | Physio with Marlene Mondays and Thursdays at 8:20, bring the towel.
physio-exercise | 70 | 0.8 | semantic | Marlene | | Twenty heel slides, then thirty seconds on one leg beside the kitchen counter, three times a day. If it swells, skip a day and put the frozen peas on it, in a cloth, for no longer than ten minutes.
bp-morning | 2 | 0.3 | short_term | | | 138/84, pulse 61
bp-scare | 19 | 0.8 | episodic | | | Blood pressure 171 over 98 after the call with the landlord, down to 140 an hour later.
ecg | 120 | 0.4 | episodic | Dr. Brandt | visit-may | ECG fine, a few extra beats that mean nothing.
echo-date | 9 | 0.6 | episodic | | | Heart ultrasound booked for 3 December, 11:40, clinic entrance C.
blood-test | 54 | 0.2 | episodic | Dr. Brandt | visit-july | LDL 131, should be under 100. Potassium good.
vitamin-d | 53 | 0.7 | episodic | Dr. Brandt | visit-july | Vitamin D is low, 20,000 units once a week until spring.
statin-no | 50 | 0.5 | semantic | | | I don't want a statin yet. Three months of oats and no butter first, we agreed.
sleep | 33 | 0.1 | episodic | | | woke at 3 again
sleep-trick | 30 | 0.9 | semantic | Sister Agathe | | Agathe swears by a cold foot bath before bed.
allergy-penicillin | 385 | 0.2 | semantic | | | Allergic to penicillin since childhood: rash all over, 1971.
allergy-plaster | 88 | 0.6 | semantic | | | The brown plasters give me blisters, ask for the white silicone ones.
mother-heart | 340 | 0.5 | semantic | | | Mother had her first heart attack at 61, her brother at 58.
walk | 12 | 0.4 | episodic | | | 6,200 steps, knee did not complain once, sat by the weir and watched the herons.
insurance | 66 | 0.7 | episodic | | | The health insurance pays for 12 physio sessions, after that 31 each.
pharmacy | 103 | 0.3 | semantic | | | The Lion pharmacy delivers for free if you order before noon.
dentist-fear | 190 | 0.8 | semantic | | | Told the dentist about the beta blocker, he uses a numbing shot without adrenaline now.
flu-shot | 28 | 0.5 | episodic | | | Flu jab in the left arm, sore for two days.
covid-shot | 205 | 0.3 | semantic | | | Covid booster in April, fever of 38.5 the night after.
hobby | 15 | 1 | short_term | | | Finished the blue cardigan at last!
salt | 116 | 0.4 | episodic | Dr. Brandt | visit-may | Less salt: five grams a day, soy sauce counts double.
compression | 37 | 0.2 | episodic | Dr. Iwasaki | ortho-2 | Wear the knee sleeve for stairs and long walks, not at night.

? How much metoprolol do I take? = metoprolol
? why did I stop the ramipril = ramipril-cough
? Which painkiller am I not allowed to take? = ibuprofen
? What did the MRI of my knee show? = knee-mri
? How did I hurt my knee? = knee-injury
? physio days? = physio
? Which exercises did Marlene give me? = physio-exercise
? when is the heart ultrasound and where do I go in = echo-date
? What was my LDL? = blood-test
? how much vitamin D should I take = vitamin-d
? Did I have a reaction to some antibiotic when I was a child? = allergy-penicillin
? I need new plasters, which kind doesn't give me blisters? = allergy-plaster
? At what age did my mother have a heart attack? = mother-heart
? how many physio sessions are covered = insurance
? When should I wear the knee sleeve? = compression
? side effects of the covid booster = covid-shot

! What is my blood group?
! When do I get a new hip?
! What did Dr. Iwasaki say about my shoulder?
! How much do I weigh?
!! bye
!! who painted the Mona Lisa
!! asdf qwer
! What are the side effects of insulin?
`;
