/** The chat of a children's football team. */
export const spanish = `
training-days | 200 | 0.6 | semantic | Nacho | | Entrenamos martes y jueves de seis a siete y media, y a los que llegan tarde les toca recoger los conos.
training-rain | 44 | 0.3 | semantic | Nacho | | Si llueve mucho aviso antes de las cuatro; si no digo nada, hay entreno.
match-saturday | 3 | 0.8 | short_term | Nacho | | El sábado jugamos en Paterna a las 10:15, quedamos a las nueve y cuarto en la gasolinera
match-kit | 3 | 0.2 | short_term | Nacho | | ojo que vamos con la segunda equipación, la verde, que ellos tambien van de rojo
oranges | 10 | 0.5 | episodic | Maite | | Esta semana las naranjas las pone la familia de Unai, la que viene nosotros.
fee | 150 | 0.4 | semantic | Rosario | | La cuota son 85 euros por trimestre y se domicilia el día cinco. Hermanos pagan la mitad.
fee-late | 16 | 0.9 | episodic | Rosario | | Quedan tres recibos devueltos: Izan, los gemelos y Gael.
gael-asthma | 120 | 0.7 | semantic | Maite | | Gael tiene asma, lleva el inhalador azul en el bolsillo pequeño de la mochila. Dos pulsaciones y que se siente un rato.
leo-celiac | 118 | 0.1 | semantic | Paqui | | Mi Leo es celíaco, ni galletas ni magdalenas, aunque os ponga ojitos.
unai-tooth | 26 | 0.3 | episodic | Paqui | | A Unai le saltaron una paleta en el último córner y la encontramos con el móvil debajo de la portería. El dentista se la ha pegado.
goalkeeper | 36 | 0.6 | episodic | Nacho | | Desde ahora el portero es Hugo, que al otro le dan miedo los balones altos.
captain | 34 | 0.2 | episodic | Nacho | | el brazalete rota cada partido, por orden de lista
van | 57 | 0.8 | episodic | Jordi | | La furgoneta del club está en el taller, hay que repartirse en coches hasta después de Fallas.
car-seats | 9 | 0.4 | episodic | Jordi | | En el mío caben cuatro si alguien trae un alzador.
referee | 64 | 0.7 | episodic | Jordi | acta-7 | El árbitro puso en el acta que un padre lo llamó de todo. Sanción: dos partidos a puerta cerrada.
referee-fine | 62 | 0.5 | episodic | Rosario | acta-7 | La multa de la federación son 120 € y la paga quien gritó, que ya sabe quién es.
pitch | 31 | 0.9 | episodic | Rosario | | El ayuntamiento cambia el césped en junio, así que terminamos la temporada en el colegio.
lights | 82 | 0.4 | semantic | Nacho | | El cuadro de la luz del campo está detrás del vestuario visitante, la llave es la pequeña del llavero amarillo.
lottery | 330 | 0.7 | semantic | Rosario | | Con la lotería de Navidad sacamos 640 euros limpios y de ahí salieron las redes nuevas.
tournament | 22 | 0.1 | episodic | Nacho | | El torneo de Semana Santa es en Peñíscola, dos noches en un camping, 95 por niño con pensión completa.
tournament-papers | 21 | 0.5 | episodic | Nacho | | Para el torneo hace falta fotocopia de la tarjeta sanitaria y la autorización firmada por los dos progenitores
new-girl | 5 | 0.6 | short_term | Maite | | Se apunta Noor, acaba de llegar de Tetuán, zurda y rapidísima. Todavía no habla mucho castellano, pero con el balón se explica sola.
boots | 14 | 0.3 | episodic | Paqui | | botas del 34 casi sin usar, a quien le vengan bien se las doy
photos | 72 | 0.2 | semantic | Maite | | A Izan no se le puede sacar en las fotos, su madre no ha firmado el permiso.
first-win | 395 | 0.8 | semantic | Jordi | | Nuestra primera victoria fue contra el Burjassot después de once derrotas, acabamos todos bañándonos en la fuente.
nacho-knee | 48 | 0.5 | episodic | Nacho | | Me operan del menisco el día 20, un mes con muletas. Mientras tanto os entrena mi hermana Belén, que sabe más que yo.
birthday | 7 | 0.9 | short_term | Paqui | | Cumple de Leo el domingo en el parque de bolas, estáis tooodos invitados
shirts | 105 | 0.6 | semantic | Rosario | | Las camisetas se lavan del revés y sin secadora, que se despegan los números.
snack-bar | 175 | 0.3 | semantic | Jordi | | En el bar del campo solo aceptan efectivo.
psychologist | 98 | 0.4 | episodic | Maite | | La psicóloga nos dio una charla: en la grada se anima, no se dan instrucciones.

? ¿Qué días se entrena? = training-days
? a qué hora hay que estar en la gasolinera el sábado = match-saturday
? ¿De qué color es la camiseta de este partido? = match-kit
? ¿Quién trae la fruta esta semana? = oranges
? ¿Cuánto se paga al trimestre? = fee
? Un niño no puede respirar bien, ¿dónde está su medicina? = gael-asthma
? ¿Qué no puede comer Leo? = leo-celiac
? que le paso a unai en la boca = unai-tooth
? ¿Por qué nos castigaron sin público? = referee
? ¿Dónde se encienden los focos? = lights
? ¿Cuánto cuesta ir a Peñíscola? = tournament
? ¿Quién es la niña nueva? = new-girl
? ¿A quién no debemos fotografiar? = photos
? quién sustituye al entrenador cuando lo operen = nacho-knee

! ¿Cómo se llama la madre de Noor?
! ¿Cuántos goles lleva Hugo?
!! ¿Cuál es el río más largo de Asia?
`;
