from os import environ

from otree.api import *

doc = 'One question per page, with the confidence in the answer.'


class C(BaseConstants):
    NAME_IN_URL = 'questions'
    PLAYERS_PER_GROUP = None
    NUM_ROUNDS = int(environ['QUESTIONS'])


class Subsession(BaseSubsession):
    pass


class Group(BaseGroup):
    pass


class Player(BasePlayer):
    answer = models.StringField(label='Which?', choices=['original', 'altered'], widget=widgets.RadioSelect)
    confidence = models.IntegerField(label='How sure are you, from 0 to 100?', min=0, max=100)


class Question(Page):
    form_model = 'player'
    form_fields = ['answer', 'confidence']


page_sequence = [Question]
