import { clicked, filled, type Library } from './library.ts';

export const FLATPICKR: Library = {
  name: 'flatpickr',
  styles: ['flatpickr/dist/flatpickr.css'],
  script: `import flatpickr from 'flatpickr';
flatpickr('#day', { defaultDate: '2026-03-01', onOpen: () => { held.open = true; } });
flatpickr('#typed', { allowInput: true });
flatpickr('#meeting', { enableTime: true, defaultDate: '2027-05-01 12:00', inline: true });
Object.assign(document.querySelector('.flatpickr-hour'), { id: 'hour' }).dataset.held = 'value';`,
  body: `
    <label>Typed <input id="typed" data-held="value"></label>
    <label>Day <input id="day" data-held="value"></label>
    <label for="meeting">Meeting</label><div><input id="meeting" data-held="value"></div>`,
  controls: [
    filled('textbox "Typed"', '2026-04-05', { typed: '2026-04-05' }),
    clicked('textbox "Day"', { open: true }),
    clicked('clickable "March 9, 2026"', { day: '2026-03-09' }),
    filled('spinbutton "Hour"', '10', { hour: '10' }),
    clicked('textbox "Typed"', { meeting: '2027-05-01 22:00' }),
  ],
};
